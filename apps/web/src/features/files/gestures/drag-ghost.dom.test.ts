import { expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../entry.ts';
import { batchOf } from '../actions/batch.ts';
import { folderSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { showGhost } from './drag-ghost.ts';

const ghostOf = (entries: readonly Entry[]): Element => {
  const ghost = showGhost(batchOf(entries, { source: folderSource(null), isTrash: false }), undefined);
  onTestFinished(() => ghost.remove());
  return document.querySelector('.drag-ghost') ?? expect.fail('no ghost');
};
const piecesOf = (ghost: Element) => {
  const { head, tail } = ghost.querySelector<HTMLElement>('[data-head]')?.dataset ?? {};
  return [ghost.querySelector('.file-name')?.textContent, head, tail];
};

test.each([
  ['a long report.pdf', 'file', ['a long report.pdf', 'a long re', 'port.pdf']],
  ['folder v1.2', 'folder', ['folder v1.2', undefined, undefined]],
  ['cv\u202efdp.exe', 'file', ['cv\ufffdfdp.exe', 'cv', '\ufffdfdp.exe']],
] as const)('the name of what is dragged keeps its ending: %s', (name, type, pieces) => {
  expect(piecesOf(ghostOf([entryNamed(name, { type })]))).toEqual(pieces);
});

test('several items are counted', () => {
  const ghost = ghostOf([entryNamed('a'), entryNamed('b')]);
  expect(ghost.querySelector('.file-name')).toBeNull();
  expect(ghost.querySelector('b')?.textContent).toBe('2');
});
