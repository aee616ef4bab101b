// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { refuseStrayDrops } from './stray-drops.ts';

beforeAll(refuseStrayDrops);

/** Dispatches a drag event with a transfer of these types, and reports whether the browser would still act on it. */
const dispatched = (type: string, types: readonly string[]): { through: boolean; effect: string } => {
  const transfer = { types, dropEffect: 'copy' };
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: transfer,
  });
  return { through: document.body.dispatchEvent(event), effect: transfer.dropEffect };
};

test('files outside any drop zone are refused, and the browser does not open them', () => {
  expect(dispatched('dragover', ['Files'])).toEqual({ through: false, effect: 'none' });
  expect(dispatched('drop', ['Files']).through).toBe(false);
});

test('drags without files are left alone', () => {
  expect(dispatched('dragover', ['text/plain'])).toEqual({ through: true, effect: 'copy' });
  expect(dispatched('drop', ['text/plain']).through).toBe(true);
});
