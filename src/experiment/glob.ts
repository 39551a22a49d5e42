/** Paths by pattern: `*` within a name, `**` over folders, `?`, `{a,b}`. Pure. */

/** Forward slashes; the whole path must match. Linear in the path but for the number of stars in the pattern. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const source = pattern.replaceAll(/\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|[\\^$+.()|[\]{}]/g, (token) => {
    if (token === '**/') return '(?:[^/]+/)*';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 1) return `(?:${token.slice(1, -1).split(',').map(literal).join('|')})`;
    return `\\${token}`;
  });
  const expression = new RegExp(`^${source}$`, 'u');
  return (path) => expression.test(path);
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$*+?.()|[\]{}]/g, String.raw`\$&`);
}
