/** Names in answers: where a known one stands, and which persons a text names. */

export interface Place {
  readonly start: number;
  readonly end: number;
}

const FILE = /^([\w-]+)\.(?:md|txt|csv|html?|pdf|docx?|xlsx?|py|json|png|jpe?g)$/i;
const GENERIC = /^(?:report|data|file|document|the|of|txt|md|202\d|19\d\d)$/i;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function placesOf(pattern: RegExp, text: string): Place[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A file is also named by its words: "the Acme Q3 report" for acme_q3_report.md. */
function filePlaces(stem: string, text: string): Place[] {
  const words = stem.split(/[_\s-]+/).filter((word) => word !== '');
  const telling = words.filter((word) => !GENERIC.test(word));
  const spelled = words.map((word) =>
    /^q3$/i.test(word) ? '(?:q3|third[- ]quarter|quarterly)' : escaped(word),
  );
  const whole = placesOf(new RegExp(`\\b${spelled.join("(?:'s)?[\\s_-]+(?:the\\s)?")}`, 'gi'), text);
  if (whole.length > 0) return whole;
  const places = telling.flatMap((word) =>
    word.length < 4 ? [] : placesOf(new RegExp(`\\b${escaped(word)}\\b`, 'gi'), text),
  );
  return places.slice(0, 3);
}

/** Where a text names this person, product, file or code. A person's surname alone counts. */
export function namePlaces(name: string, text: string): Place[] {
  const file = FILE.exec(name)?.[1];
  if (file !== undefined) {
    const exact = placesOf(new RegExp(escaped(name), 'gi'), text);
    return exact.length > 0 ? exact : filePlaces(file, text);
  }
  const flexible = escaped(name)
    .replace(/\s+|(?<=\w)-(?=\w)/g, '[\\s\\u2013_-]*')
    .replace(/&/g, '(?:&|and)');
  const boundary = /^\w/.test(name) ? '(?<![\\p{L}\\p{N}])' : '';
  const exact = placesOf(new RegExp(`${boundary}${flexible}(?![\\p{L}]{3})`, 'giu'), text);
  if (exact.length > 0) return exact;
  // Of "Cortex-A72" the model alone will do.
  const model = /^[A-Z][a-z]+-([A-Z]\d+)$/.exec(name)?.[1];
  if (model !== undefined) return placesOf(new RegExp(`\\b${model}\\b`, 'g'), text);
  const words = name.split(' ');
  const last = words.at(-1);
  const isPerson = words.length === 2 && words.every((word) => /^[A-Z][a-z]{2,}$/.test(word));
  if (isPerson && last !== undefined) return placesOf(new RegExp(`\\b${escaped(last)}\\b`, 'g'), text);
  // Of a longer name two thirds of the words will do ("Docking Station" for "USB-C Docking Station").
  if (words.length >= 3) {
    const present = words.filter((word) => new RegExp(`\\b${escaped(word)}\\b`, 'i').test(text));
    const anchor = present.toSorted((a, b) => b.length - a.length)[0];
    if (present.length * 3 >= words.length * 2 && anchor !== undefined)
      return placesOf(new RegExp(`\\b${escaped(anchor)}\\b`, 'gi'), text);
  }
  return [];
}

const NO_PERSON =
  /\b(?:the|a|an|in|on|at|of|for|and|but|it|its|this|that|these|those|there|they|we|you|i|he|she|chief|financial|executive|officer|operating|technology|president|vice|director|manager|head|board|committee|report|quarter|revenue|annual|fiscal|year|summary|section|article|appendix|table|page|federal|reserve|act|department|office|team|segment|enterprise|license|licence|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|corp|corporation|inc|ltd|llc|company|acme|group|north|south|east|west|new|united|states|google|cloud|github|widget|pro|bearer|token|authorization|docking|station|not|no|yes|according|however|unfortunately|sorry|based|would|happy|want|could|please|let|from|with|after|while|since|given|names?|roles?|cfo|ceo|cto|coo|vp|hr|q[1-4]|usb|python|apache|european|union|black|african|american|white|hispanic|asian|standard|general|public|content|average|human|resources|sales|marketing|operations|engineering)\b/i;

/** Runs of two or three capitalised words that look like a person's name. */
export function personsIn(text: string): (Place & { readonly name: string })[] {
  const found: (Place & { name: string })[] = [];
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}_/.-])(?:(?:Mr|Mrs|Ms|Dr)\.? )?(\p{Lu}\p{Ll}[\p{L}'-]*|\p{Lu}\.)(?: (?:\p{Lu}\.|(?:van|von|de|da|der|den|la|le|al|bin) )?)(?: ?\p{Lu}\p{L}[\p{L}'-]*){1,2}/gu,
  )) {
    if (NO_PERSON.test(match[0])) continue;
    found.push({ name: match[0], start: match.index, end: match.index + match[0].length });
  }
  return found;
}
