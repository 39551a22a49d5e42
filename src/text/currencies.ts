/** Currencies, from the platform's own lists of codes, symbols and names. */

const CODES: readonly string[] = Intl.supportedValuesOf('currency');

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  us$: ['USD'],
  'fr.': ['CHF'],
  'sfr.': ['CHF'],
  bucks: ['USD'],
};

/** Last words of currency names that are English words besides. */
const ALSO_WORDS = /^(?:won|real|reals|sol|colon)$/;

/** Name as written, lower case → the codes that it fits: "swiss francs" → CHF, "francs" → CHF, XOF, … */
const NAMES: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const names = new Map<string, Set<string>>();
  const add = (name: string, code: string): void => {
    names.set(name, (names.get(name) ?? new Set()).add(code));
  };
  for (const code of CODES) {
    add(code.toLowerCase(), code);
    for (const count of [1, 2]) {
      const format = new Intl.NumberFormat('en', {
        style: 'currency',
        currency: code,
        currencyDisplay: 'name',
        maximumFractionDigits: 0,
      });
      const name =
        format
          .formatToParts(count)
          .find((part) => part.type === 'currency')
          ?.value.toLowerCase() ?? '';
      add(name, code);
      const [last = name] = name.split(' ').slice(-1);
      if (!ALSO_WORDS.test(last)) add(last, code);
    }
  }
  for (const [sign, codes] of Object.entries(SIGNS)) for (const code of codes) add(sign, code);
  const dollars = names.get('dollars') ?? new Set<string>();
  for (const code of dollars) add('$', code);
  return names;
})();

/** Written right behind or before a number as a currency, longest first. */
export const CURRENCY_SIGN = /us\$|s?fr\.|[$€£¥₹₩₽₺]/iu;

/** The codes that a sign, a code or a name fits, or null. Codes count only in capitals, names in any case. */
export function currencyOf(written: string): ReadonlySet<string> | null {
  const isCode = /^[A-Za-z]{3}$/.test(written) && CODES.includes(written.toUpperCase());
  if (isCode && written !== written.toUpperCase() && !/^(?:usd|eur|gbp|chf)$/i.test(written)) return null;
  return NAMES.get(written.toLowerCase()) ?? null;
}
