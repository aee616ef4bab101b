import { expect, test } from 'vitest';
import { createTextDecoder, encodingOf } from './text-decoding.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};

test.each([
  ['UTF-8', utf8('Příliš žluťoučký kůň 🐎'), 'utf-8'],
  ['UTF-8 with a mark', utf8('\ufeffa'), 'utf-8'],
  ['plain ASCII', utf8('plain'), 'utf-8'],
  ['nothing', utf8(''), 'utf-8'],
  ['UTF-16 with a mark', utf16('\ufeffžluť', true), 'utf-16le'],
  ['UTF-16 the other way around', utf16('\ufeffžluť', false), 'utf-16be'],
  ['UTF-16 without a mark', utf16('Hello, world', true), 'utf-16le'],
  ['Latin', new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 'windows-1252'],
  ['coloured output of a terminal', utf8('\u001b[31mred\u001b[0m'), 'utf-8'],
  ['zeros', new Uint8Array(64), undefined],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), undefined],
  ['control characters', new Uint8Array([1, 2, 3, 4, 5, 6, 65]), undefined],
])('%s', (_name, bytes, encoding) => {
  expect(encodingOf(bytes, true)).toBe(encoding);
});

test('a character that is cut off at the end of what was read is no sign of another encoding', () => {
  const cut = utf8('kůň').slice(0, 2);
  expect(encodingOf(cut, false)).toBe('utf-8');
  expect(encodingOf(cut, true)).toBe('windows-1252');
});

test('characters that are cut between two pieces are put together', () => {
  const bytes = utf8('kůň 🐎\r\nend');
  for (let at = 1; at < bytes.length; at += 1) {
    const decode = createTextDecoder('utf-8');
    const text = decode(bytes.subarray(0, at), false) + decode(bytes.subarray(at), true);
    expect(text.replaceAll('\r\n', '\n')).toBe('kůň 🐎\nend');
  }
});
