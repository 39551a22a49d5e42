/** The headings above a place in a document. */

/** Longer names are cut: each is repeated at every passage or cell below it. */
const LIMIT_CHARS = 200;

export const shortName = (text: string): string => text.slice(0, LIMIT_CHARS);

export class HeadingStack {
  #open: readonly { readonly level: number; readonly text: string }[] = [];
  #title: string | null = null;

  /** Closes what stands at this level or below, and opens a heading; an empty one opens nothing. */
  add(level: number, text: string): void {
    if (text === '') return;
    const short = shortName(text);
    this.#title ??= short;
    this.#open = [...this.#open.filter((heading) => heading.level < level), { level, text: short }];
  }

  /** Outermost first. */
  get texts(): readonly string[] {
    return this.#open.map(({ text }) => text);
  }

  /** The first heading of all, or null. */
  get title(): string | null {
    return this.#title;
  }
}
