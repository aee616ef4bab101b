import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

interface Found {
  readonly where: string;
  readonly schema: z.core.$ZodType;
}

/** Keys under which a schema holds others. */
const holders = ['element', 'keyType', 'valueType', 'in', 'out', 'left', 'right', 'innerType'] as const;

interface Parts extends Partial<Record<(typeof holders)[number], z.core.$ZodType>> {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly items?: readonly z.core.$ZodType[];
}

/** The schemas that another is made of, one step down. */
const partsOf = (schema: z.core.$ZodType): [name: string, part: z.core.$ZodType][] => {
  const parts = schema._zod.def as z.core.$ZodTypeDef & Parts;
  return [
    ...Object.entries(parts.shape ?? {}),
    ...[...(parts.options ?? []), ...(parts.items ?? [])].map((part, at): [string, z.core.$ZodType] => [
      `${at}`,
      part,
    ]),
    ...holders.flatMap((holder): [string, z.core.$ZodType][] => {
      const part = parts[holder];
      return part === undefined ? [] : [[holder, part]];
    }),
  ];
};

const seen = new Set<z.core.$ZodType>();
const stringsIn = (where: string, schema: z.core.$ZodType): Found[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = schema._zod.def.type === 'string' ? [{ where, schema }] : [];
  return [...own, ...partsOf(schema).flatMap(([name, part]) => stringsIn(`${where} ${name}`.trim(), part))];
};

/** Every string that a caller can send, once. */
const strings = Object.entries(endpoints).flatMap(([name, { params, query, body }]: [string, Endpoint]) =>
  [params, query, body].flatMap((schema) => (schema === undefined ? [] : stringsIn(name, schema))),
);

/** Built in, of a fixed shape: an id, a moment. */
const isOfFixedShape = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  'format' in def && (def.format === 'uuid' || def.format === 'guid' || def.format === 'datetime');

/** Tells whether no check reads a string's characters before its length has been limited for good. */
const isBounded = ({ _zod: { def } }: z.core.$ZodType): boolean => {
  for (const { _zod: check } of def.checks ?? []) {
    const { check: kind, abort } = check.def;
    if ((kind === 'max_length' || kind === 'length_equals') && abort === true) return true;
    if (kind === 'string_format' || kind === 'custom') return false;
  }
  return true;
};

const letters = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '.',
  '-',
  '_',
  '/',
  '@',
  ':',
  '#',
  '*',
  'é',
  '\u0301',
  '🇨🇿',
  '\u200D',
];
const pairs = ['a.', 'a-', 'a/', 'a@', 'a b', '..', './', 'ab-', '0.', ': ', '<a'];
const beginnings = ['', 'a', 'a@', 'a@b.', 'en-', '#', 'http://', 'https://a.', 'a/', '0.', '20260101t', '<'];
const endings = ['', ' ', '!', '@', '\0', '\n', '/'];
const length = 60_000;

/** Texts that have a pattern try very many ways before it fails. */
const killers = [...letters, ...pairs].flatMap((piece) => {
  const middle = piece.repeat(length / piece.length);
  return beginnings.flatMap((beginning) => endings.map((ending) => beginning + middle + ending));
});

it('finds the strings of the contract', () => {
  expect(strings.length).toBeGreaterThan(50);
});

describe.each(strings.filter(({ schema }) => !isOfFixedShape(schema)))('$where', ({ schema }) => {
  it('limits its length, for good, before anything looks at its characters', () => {
    expect(isBounded(schema)).toBe(true);
  });
});

// A pattern that takes quadratic time needs minutes for these, and the test's time runs out.
describe.each(strings)('$where', ({ schema }) => {
  it('is done at once with texts that are made to hold it up', () => {
    for (const killer of killers) z.safeParse(schema, killer);
    expect(killers.length).toBeGreaterThan(1_000);
  });
});
