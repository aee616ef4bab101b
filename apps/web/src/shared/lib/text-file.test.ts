import type { Item } from '@holdall/contract/files';
import { expect, test } from 'vitest';
import { isEditable, maxEditedBytes } from './text-file.ts';

const file = (name: string, more: Partial<Item['data']['attributes']> = {}): Item['data'] =>
  ({
    id: 'a',
    type: 'file',
    attributes: { name, size: 1, mimetype: 'text/plain', deleted_at: null, ...more },
  }) as Item['data'];

test.each([
  ['a text', file('a.txt'), true],
  ['code that the server calls binary', file('a.ts', { mimetype: 'application/octet-stream' }), true],
  ['an empty file with the name of a text', file('a.md', { size: 0, mimetype: 'application/x-empty' }), true],
  ['an empty file with another name', file('a.bin', { size: 0, mimetype: 'text/plain' }), false],
  ['an archive with the name of a text', file('a.txt', { mimetype: 'application/zip' }), false],
  ['the largest text', file('a.txt', { size: maxEditedBytes }), true],
  ['a larger text', file('a.txt', { size: maxEditedBytes + 1 }), false],
  ['a text in the trash', file('a.txt', { deleted_at: '2026-01-01T00:00:00Z' }), false],
  ['a damaged text', file('a.txt', { damaged_at: '2026-01-01T00:00:00Z' }), false],
  ['a folder', { ...file('a.txt'), type: 'folder' as const }, false],
])('%s', (_name, item, expected) => expect(isEditable(item)).toBe(expected));
