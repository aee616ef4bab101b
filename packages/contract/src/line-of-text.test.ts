import { expect, test } from 'vitest';
import { lineOfText } from './line-of-text.ts';
import { personName } from './users.ts';

const faultsOf = (schema: typeof lineOfText, text: string): string[] | undefined =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);

test.each(['Audit \u202egpj.exe', '\u202d1234'])('a line turns no letters round: %j', (text) => {
  expect(faultsOf(lineOfText, text)).toEqual(['Don’t use characters that reverse text direction.']);
  expect(faultsOf(personName, text)).toHaveLength(1);
});

test.each(['Prüfung', 'שלום\u200f!', '\u2067مرحبا\u2069 Ada'])(
  'languages keep their own characters: %j',
  (text) => {
    expect(lineOfText.parse(` ${text} `)).toBe(text);
  },
);
