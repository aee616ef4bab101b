import { describe, expect, it } from 'vitest';
import { blockedEntry, isCheckpointDue } from './uploads.rules.ts';

describe('blockedEntry', () => {
  const clues = { name: 'x.bin', extension: '', declared: undefined, head: undefined };
  const blacklist = ['exe', 'text/html', 'video/*', 'application/x-sh'];
  it.each([
    ['its declared type', { declared: 'Text/HTML; charset=utf-8' }, 'text/html'],
    ['its extension', { name: 'SETUP.EXE' }, 'exe'],
    ['its extension before a dot', { name: 'setup.exe.' }, 'exe'],
    ['its extension before a space', { name: 'setup.exe ' }, 'exe'],
    ['the extension that the form names', { extension: '.EXE' }, 'exe'],
    ['the type of its extension', { name: 'page.htm' }, 'text/html'],
    ['the type of its extension where none is declared', { name: 'run.sh' }, 'application/x-sh'],
    ['a whole family', { name: 'film.mp4' }, 'video/*'],
    ['its content', { name: 'holiday.jpg', head: Buffer.from('MZ\x90\0', 'latin1') }, 'exe'],
    ['its content, as markup', { name: 'notes.txt', head: Buffer.from(' <HTML>') }, 'text/html'],
  ])('blocks by %s', (_, more, entry) => expect(blockedEntry(blacklist, { ...clues, ...more })).toBe(entry));

  it('lets other files pass', () => {
    expect(
      blockedEntry(blacklist, { ...clues, name: 'exe', declared: 'nonsense', head: Buffer.from('x') }),
    ).toBeUndefined();
    expect(blockedEntry([], { ...clues, name: 'setup.exe' })).toBeUndefined();
  });
});

it.each([
  [64 * 1024 * 1024, 0, true],
  [2 * 1024 * 1024, 999, false],
  [2 * 1024 * 1024, 1_000, true],
  [1_000, 60_000, false],
])('after %i bytes and %i ms a checkpoint is due: %s', (bytes, milliseconds, due) => {
  expect(isCheckpointDue(bytes, milliseconds)).toBe(due);
});
