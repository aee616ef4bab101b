import { expect, test } from 'vitest';
import { decodeText, encodeText } from './text-format.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', '\n', false],
  ['a\nb', '\n', false],
  ['a\r\nb\r\n', '\r\n', false],
  ['\uFEFFa\r\n', '\r\n', true],
  ['\uFEFF', '\n', true],
  ['\uFEFF\uFEFFa', '\n', true],
  ['a\r\nb\nc', 'mixed', false],
  ['a\rb', 'mixed', false],
  ['a\r\r\n', 'mixed', false],
  ['ä – 𝄞', '\n', false],
] as const)('the bytes of %j survive an edit', (file, lineEnd, hasMark) => {
  const bytes = bytesOf(file);
  const decoded = decodeText(bytes);
  expect(decoded?.format).toEqual({ lineEnd, hasMark });
  expect(decoded && encodeText(decoded)).toEqual(bytes);
});

test('a line that is added ends as the others do', () => {
  const decoded = decodeText(bytesOf('a\r\n'));
  expect(decoded?.text).toBe('a\n');
  expect(decoded && encodeText({ ...decoded, text: `${decoded.text}b\n` })).toEqual(bytesOf('a\r\nb\r\n'));
});

test.each([
  ['Latin 1', [0xe4, 0x6c]],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ['binary data', [0x61, 0x00, 0x62]],
  ['a character that is cut off', [0x61, 0xc3]],
])('%s cannot be edited', (_name, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toBeUndefined();
});
