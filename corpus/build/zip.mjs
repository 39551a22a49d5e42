// @ts-check
/** A zip archive without compression: the same entries give the same bytes on every machine. */
import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/**
 * @typedef {object} ZipEntry
 * @property {string} name Forward slashes, ASCII.
 * @property {string} content
 */

/** January 1, 1980, midnight: the earliest date a zip can hold. */
const DATE = 0x0021;
const TIME = 0;
const VERSION = 20;
const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;

/**
 * Entries are stored in the given order, as UTF-8.
 *
 * @param {readonly ZipEntry[]} entries
 * @returns {Buffer}
 */
export function zip(entries) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = Buffer.from(content, 'utf8');
    const common = commonHeader(data, name);
    const local = Buffer.concat([uint32(LOCAL_SIGNATURE), common, Buffer.from(name, 'ascii'), data]);
    directory.push(
      Buffer.concat([
        uint32(CENTRAL_SIGNATURE),
        uint16(VERSION),
        common,
        // No comment, first disk, no attributes.
        Buffer.alloc(10),
        uint32(offset),
        Buffer.from(name, 'ascii'),
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = uint16(entries.length);
  const end = [
    uint32(END_SIGNATURE),
    uint16(0),
    uint16(0),
    count,
    count,
    uint32(central.length),
    uint32(offset),
    uint16(0),
  ];
  return Buffer.concat([...parts, central, ...end]);
}

/**
 * What the header before the data and the one in the directory have in common.
 *
 * @param {Buffer} data
 * @param {string} name
 */
function commonHeader(data, name) {
  const size = uint32(data.length);
  // Version, no flags, stored; then date, checksum, both sizes, the name's length and no extra field.
  return Buffer.concat([
    uint16(VERSION),
    uint16(0),
    uint16(0),
    uint16(TIME),
    uint16(DATE),
    uint32(crc32(data)),
    size,
    size,
    uint16(name.length),
    uint16(0),
  ]);
}

/** @param {number} value */
function uint16(value) {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

/** @param {number} value */
function uint32(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
