/** Bytes to text: byte order marks first, then UTF-8, then Windows-1252, which any byte sequence is. */
import { UnreadableDocumentError } from './types.ts';

const looksUtf16 = (bytes: Uint8Array, zeroAt: 0 | 1): boolean => {
  const sample = bytes.subarray(0, 256);
  if (sample.length < 4) return false;
  let zeros = 0;
  for (let i = zeroAt; i < sample.length; i += 2) if (sample[i] === 0) zeros += 1;
  return zeros > sample.length / 4;
};

export function decodeText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new UnreadableDocumentError('File is empty');
  const text = decode(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (text.trim() === '') throw new UnreadableDocumentError('File is empty');
  if (text.includes('\0')) throw new UnreadableDocumentError('File is not text');
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (looksUtf16(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes);
  if (looksUtf16(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return windows1252(bytes);
  }
}

/** What Windows-1252 has at 0x80–0x9F, where Latin-1 has control characters. Node 20's decoder leaves those in. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
