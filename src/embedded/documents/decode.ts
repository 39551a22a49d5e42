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
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
