/** What is said once for a client's life, and not with every call. */
import { isSameModel } from './model-name.ts';

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
