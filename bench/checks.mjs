// A measured value against its target.

/** Every target is an upper limit. */
export function check(name, value, limit, unit, note = '') {
  return { name, value, limit, unit, note, met: Number.isFinite(value) && value <= limit };
}

const number = (value, digits) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const FORMATS = {
  x: (value) => `${number(value, 3)} x`,
  tokens: (value) => number(value, 0),
  share: (value) => `${number(value * 100, 1)} %`,
  usd: (value) => `$${number(value, 4)}`,
  mb: (value) => `${number(value, 0)} MB`,
  ms: (value) => `${number(value, 1)} ms`,
  s: (value) => `${number(value, 2)} s`,
};

export function inUnit(value, unit) {
  return Number.isFinite(value) ? FORMATS[unit](value) : 'not measured';
}
