/** What cannot work together, told before it fails in words of others. Pure. */

export interface Versions {
  /** Vitest's. */
  readonly vitest: string;
  /** Node's, without "v". */
  readonly node: string;
  /** Of Yarn's Plug'n'Play; undefined without it. */
  readonly pnp: string | undefined;
}

/** The Node that Vitest 5 says it needs (`engines` of vitest 5.0.0). */
const NODE_FOR_VITEST_5 = [22, 12] as const;

/** null when they fit. */
export function findMisfit({ vitest, node, pnp }: Versions): string | null {
  const [major = 0] = numbersOf(vitest);
  const [nodeMajor = 0, nodeMinor = 0] = numbersOf(node);
  const [least, minor] = NODE_FOR_VITEST_5;
  if (major >= 5 && (nodeMajor < least || (nodeMajor === least && nodeMinor < minor))) {
    return (
      `Vitest ${vitest} needs Node ${least}.${minor} or later, and this is Node ${node}. Take a newer Node, or Vitest 4: ` +
      'npm i -D vitest@4'
    );
  }
  if (pnp === undefined) return null;
  return (
    "Yarn's Plug'n'Play is on: workers and servers that a run starts cannot load packages from its archives. Write " +
    '`nodeLinker: node-modules` into .yarnrc.yml and install again.'
  );
}

const numbersOf = (version: string): readonly number[] =>
  version.split('.', 2).map((part) => Number.parseInt(part, 10));
