import { expect, test } from 'vitest';
import { moved, wholeCrop, zoomedTo, zoomLimit, zoomOf } from './crop.ts';

const wide = { width: 1200, height: 800 };

test('the crop is the middle square at first', () => {
  expect(wholeCrop(wide)).toEqual({ left: 200, top: 0, edge: 800 });
  expect(wholeCrop({ width: 300, height: 900 })).toEqual({ left: 0, top: 300, edge: 300 });
});

test('dragging moves the picture with the pointer, never past its edges', () => {
  const crop = wholeCrop(wide);
  expect(moved(wide, crop, { x: 0.1, y: 0 })).toEqual({ left: 120, top: 0, edge: 800 });
  expect(moved(wide, crop, { x: 2, y: 2 })).toEqual({ left: 0, top: 0, edge: 800 });
  expect(moved(wide, crop, { x: -2, y: -2 })).toEqual({ left: 400, top: 0, edge: 800 });
});

test('zooming keeps what is under the pointer, and the square inside the picture', () => {
  const middle = zoomedTo(wide, wholeCrop(wide), { zoom: 2 });
  expect(middle).toEqual({ left: 400, top: 200, edge: 400 });
  expect(zoomOf(wide, middle)).toBe(2);
  const corner = zoomedTo(wide, wholeCrop(wide), { zoom: 2, at: { x: 0, y: 0 } });
  expect(corner).toEqual({ left: 200, top: 0, edge: 400 });
  expect(zoomedTo(wide, corner, { zoom: 1, at: { x: 0, y: 0 } })).toEqual({ left: 200, top: 0, edge: 800 });
});

test('small pictures are not magnified beyond their pixels, large ones eightfold at most', () => {
  expect(zoomLimit({ width: 90, height: 40 })).toBe(1);
  expect(zoomLimit({ width: 192, height: 500 })).toBe(2);
  expect(zoomLimit({ width: 4000, height: 4000 })).toBe(8);
  expect(zoomedTo(wide, wholeCrop(wide), { zoom: 100 }).edge).toBe(100);
});
