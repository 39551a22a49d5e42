/**
 * Vitest may keep transformed modules on disk, by the content of their file. A scenario's module holds what its
 * manifest, its documents and other scenarios say, so a kept one would be judged by what they said before.
 */

/** Of the hook `configureVitest`: Vitest 5 has the first, Vitest 4 the second, the oldest neither and no such cache. */
const DEFINE = ['defineCacheKeyGenerator', 'experimental_defineCacheKeyGenerator'];

/** `isOurs` is asked of a module's file. */
export function keepOutOfModuleCache(context: object, isOurs: (file: string) => boolean): void {
  const define = DEFINE.map((name): unknown => Reflect.get(context, name)).find(isFunction);
  define?.(({ id }: { readonly id: string }) => (isOurs(id.split('?', 1)[0] ?? id) ? false : undefined));
}

function isFunction(value: unknown): value is (argument: unknown) => unknown {
  return typeof value === 'function';
}
