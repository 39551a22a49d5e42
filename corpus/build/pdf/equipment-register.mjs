// @ts-check
/** A register of equipment: one table that runs over several pages, with its head on the first of them only. */
import { choicesFrom } from '../random.mjs';
import { twoColumnPdf } from './two-columns.mjs';

/**
 * @typedef {object} Machine
 * @property {string} number
 * @property {string} name
 * @property {string} site
 * @property {string} bought A month.
 * @property {number} cost In euros.
 * @property {string} check The next inspection, a day.
 *
 * @typedef {readonly [name: string, low: number, high: number]} Kind Of the cost, in euros.
 */

const ROWS = 168;
const SITES = /** @type {const} */ (['Bergen', 'Munich', 'Leeds']);
const KINDS = /** @type {readonly [Kind, ...Kind[]]} */ ([
  ['Lathe', 18_000, 64_000],
  ['Milling machine', 31_000, 118_000],
  ['Laser welder', 27_000, 92_000],
  ['Leak tester', 4_200, 16_500],
  ['Thermal chamber', 12_000, 58_000],
  ['Pressure bench', 22_000, 71_000],
  ['Soldering station', 600, 2_900],
  ['Fork lift', 14_000, 39_000],
  ['Compressor', 5_500, 28_000],
  ['Optical bench', 8_800, 33_000],
  ['Label printer', 700, 3_400],
  ['Clean bench', 6_100, 19_000],
]);

/** Every machine, by its number. */
export function machines() {
  const choices = choicesFrom(3107);
  return Array.from({ length: ROWS }, (_, index) => machine(1001 + 3 * index, choices));
}

/**
 * @param {number} number
 * @param {import('../random.mjs').Choices} choices
 * @returns {Machine}
 */
function machine(number, { integer, pick }) {
  const [name, low, high] = pick(KINDS);
  const month = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return {
    number: `E-${String(number)}`,
    name: `${name} ${'ABCDEF'.charAt(integer(0, 5))}${String(integer(10, 99))}`,
    site: pick(SITES),
    bought: `${String(integer(2008, 2024))}-${month(integer(1, 12))}`,
    cost: integer(low / 100, high / 100) * 100,
    check: `2026-${month(integer(1, 12))}-${month(integer(1, 28))}`,
  };
}

const INTRODUCTION = `
Register of equipment

Norvik Instruments, all sites. State of 31 October 2025. Kept by Facility (Odd Lunde) with figures of Asset Accounting. The
register lists what cost more than EUR 500 and can be moved or sold by itself; buildings, vehicles with a number plate and
software are kept elsewhere.

How to read it

Numbers are given once and never again. A machine that is sold or scrapped is struck out at the end of the month and keeps its
line in the archive. Cost is what was paid at the time, freight and fitting included, and not the value of today. The next
check is the day until which an inspection has to be done; whoever uses a machine after that day does so against the rules.

Sites

Bergen holds halls A to D and the laboratory. Munich is the assembly of small series, Leeds the former Lumen works, whose
machines were taken into this register with new numbers in November 2024. Machines on loan at customers stay with the site
that lent them.
`;

const CLOSING = `
Inspections

Pressure equipment is inspected by an outside body each year, fork lifts and lifting gear by our own two inspectors. Electrical
safety is checked every second year, in Leeds every year, as the insurer there wants it. An inspection that is missed is
entered as an incident. In the year to October 2025 there were seven, five of them in Munich.

Changes since April

Eleven machines were bought and nine given away. The two furnaces of hall D went to a school of mining in Kongsberg. A milling
machine that had been stolen from a trailer in March was found in Aarhus and is back in its place without its tool changer.

Lending

Machines are lent to other departments for four weeks at most, against a line in the book at the door. Loans to customers need a
contract. Whatever is not back in time is called for on the Monday after.
`;

/** @param {Machine} machine */
function row({ number, name, site, bought, cost, check }) {
  const money = String(cost).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  return `  ${number}   ${name.padEnd(22)}   ${site.padEnd(7)}   ${bought}   ${money.padStart(9)}   ${check}`;
}

export function equipmentRegister() {
  const head = '  Number   Machine                  Site      Bought    Cost, EUR   Next check';
  const table = [head, ...machines().map(row)].join('\n');
  return twoColumnPdf(`${INTRODUCTION}\nThe register\n\n${table}\n\n${CLOSING}`, {
    title: 'Register of equipment',
    header: 'Norvik Instruments: register of equipment, 31 October 2025',
    footer: 'Facility',
  });
}
