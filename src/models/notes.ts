/** What is said once for a client's life, and not with every call. */

type Hear = ((note: string) => void) | undefined;

export interface Notes {
  tell(note: string, hear: Hear): void;
  /** `answeredBy`: as the server says; null when it does not. */
  tellAnsweredBy(answeredBy: string | null, hear: Hear): void;
}

export function createNotes(asked: string): Notes {
  const told = new Set<string>();
  const tell = (note: string, hear: Hear): void => {
    if (hear === undefined || told.has(note)) return;
    told.add(note);
    hear(note);
  };
  return {
    tell,
    tellAnsweredBy(answeredBy, hear) {
      if (answeredBy !== null && !isSameModel(asked, answeredBy)) {
        tell(`${asked} was asked, and the server says that ${answeredBy} answered.`, hear);
      }
    },
  };
}

/** A dated name of the same model, a tag or a file of it, another case: `gpt-5-mini` is `gpt-5-mini-2025-08-07`. */
export function isSameModel(asked: string, answered: string): boolean {
  const [a, b] = [plainName(asked), plainName(answered)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.startsWith(short) && /^(?:[-@]\d{4}-?\d{2}-?\d{2}|-latest|[:@].*)?$/.test(long.slice(short.length))
  );
}

function plainName(model: string): string {
  const last = model.split(/[/\\]/).at(-1) ?? model;
  return last.toLowerCase().replace(/\.gguf$/, '');
}
