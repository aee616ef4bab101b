import { expect, test } from 'vitest';
import { multiSelect, selectionStore, ticked, toggleMultiSelect } from './selection.store.ts';
import { nothing, selectionOf } from './selection.ts';
import { entryNamed } from '../testing/entries.ts';

test.each([true, false])('toggling multi-select mode clears the selection: to %s', (on) => {
  multiSelect.set(!on);
  selectionStore.set(selectionOf([entryNamed('a'), entryNamed('b')]));
  ticked.set(true);
  toggleMultiSelect();
  expect(multiSelect.get()).toBe(on);
  expect(selectionStore.get()).toBe(nothing);
  expect(ticked.get()).toBe(false);
});
