import { chunkFields, uploadName, uploadQuery } from '@holdall/contract/uploads';
import { describe, expect, it } from 'vitest';
import type { FileTarget } from '#features/files/index.ts';
import { inputOfChunk, inputOfQuery } from './upload-request.ts';

const prefix = 'a1B2c3D4e5F6g7H8';

/** The target of a chunk with these fields. */
const targetOf = (fields: { readonly name: string; readonly path?: string }): FileTarget =>
  inputOfChunk(
    { ...chunkFields.parse({ name: 'x', is_last: 'true' }), path: '', ...fields },
    { type: 'image/jpeg', expected: undefined },
  ).target;

describe('a chunk name', () => {
  it.each([
    [`${prefix}-day-1.jpg`, 'day-1.jpg'],
    [`${prefix}--x`, '-x'],
    [`${prefix}day.jpg`, 'day.jpg'],
    [`${prefix}-`, '-'],
    [prefix, prefix],
    ['short.txt', 'short.txt'],
  ])('%s → %s', (name, file) => expect(targetOf({ name }).name).toBe(file));

  it.each(['..', '.', '\u00e9'.repeat(283), 'x'.repeat(256), 'a\u0085b', 'a/b', '\ud800'])(
    'the chunk name %j names no file',
    (rest) =>
      expect(() => targetOf({ name: `${prefix}-${rest}` })).toThrow(
        expect.objectContaining({
          code: 'request.invalid',
          details: { errors: { name: [expect.any(String)] } },
        }),
      ),
  );

  const place = (name: string, path: string): string => {
    const target = targetOf({ name: `${prefix}-${name}`, path });
    return [...target.path, target.name].join(' > ');
  };
  it.each([
    ['day-1.jpg', '', 'day-1.jpg'],
    ['day-1.jpg', '/', 'day-1.jpg'],
    ['day-1.jpg', 'day 1.jpg', 'day 1.jpg'],
    ['day-1.jpg', 'Trip/day 1.jpg', 'Trip > day 1.jpg'],
    ['day-1.jpg', 'Trip/day\u00a01.jpg', 'Trip > day\u00a01.jpg'],
    ['a--b', 'a  b', 'a  b'],
    ['a-b', 'a  b', 'a  b'],
    ['day-1.jpg', 'Trip/Rome', 'Trip > Rome > day-1.jpg'],
    ['day-1.jpg', 'Trip/day 1.jpg/', 'Trip > day 1.jpg > day-1.jpg'],
    ['u\u0308.txt', 'Trip/\u00fc.txt', 'Trip > \u00fc.txt'],
    ['day-1.jpg', '/day 1.jpg', 'day 1.jpg'],
    ['day-1.jpg', '/Trip/day 1.jpg', 'Trip > day 1.jpg'],
  ])('%j below %j is %j', (name, path, expected) => expect(place(name, path)).toBe(expected));
});

describe('the path of a binary body', () => {
  const place = (name: string, path?: string): string => {
    const query = uploadQuery.parse({ name, ...(path === undefined ? {} : { path }) });
    const { target } = inputOfQuery(query, { type: undefined, length: undefined });
    return [...target.path, target.name].join(' > ');
  };
  it.each([
    ['day 1.jpg', undefined, 'day 1.jpg'],
    ['day 1.jpg', 'Trip/day 1.jpg', 'Trip > day 1.jpg'],
    ['day 1.jpg', 'Trip', 'Trip > day 1.jpg'],
    ['day 1.jpg', 'Trip/day-1.jpg', 'Trip > day-1.jpg > day 1.jpg'],
    ['Trip', 'Trip/', 'Trip > Trip'],
    ['Trip', 'Trip', 'Trip'],
    ['day 1.jpg', '/Trip/day 1.jpg', 'Trip > day 1.jpg'],
  ])('%j below %j is %j', (name, path, expected) => expect(place(name, path)).toBe(expected));

  it.each([
    '..',
    '../x',
    'a/../b',
    '/..',
    'a\\b',
    'a/\0',
    'a/.',
    '..%2f..\n',
    'x'.repeat(256),
    'a/'.repeat(65),
  ])('the path %j is refused', (path) =>
    expect(uploadQuery.safeParse({ name: 'x', path }).success).toBe(false),
  );
});

describe('an upload’s name', () => {
  it.each(['a\u0000b', 'a\u007f', 'a\u0085b', 'a\u009f', 'a/b', 'a\\b', '..', '', 'x'.repeat(301)])(
    'is not %j',
    (name) => expect(uploadName.safeParse(name).success).toBe(false),
  );
  it.each(['day 1.jpg', 'a\u00a0b', 'x'.repeat(300)])('may be %j', (name) =>
    expect(uploadName.parse(name)).toBe(name),
  );
});

describe('numbers in a form', () => {
  const fields = { name: `${prefix}-a`, is_last: 'true' };
  it.each([
    [{}, undefined],
    [{ offset: '' }, undefined],
    [{ offset: '0' }, 0],
    [{ offset: '12' }, 12],
  ])('%j', (more, offset) => expect(chunkFields.parse({ ...fields, ...more }).offset).toBe(offset));

  it.each(['-1', '1.5', 'x', '99999999999999999', 'null'])('an offset of %j is refused', (offset) =>
    expect(chunkFields.safeParse({ ...fields, offset }).success).toBe(false),
  );
});
