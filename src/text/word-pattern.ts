/** Any of these words or phrases as a whole, in any case. Each list holds alternatives of a pattern: `only|just|limit\w*`. */
export function wordPattern(...lists: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${lists.join('|')})\b`, 'i');
}
