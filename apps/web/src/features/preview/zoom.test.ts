import { describe, expect, it, test } from 'vitest';
import {
  contained,
  fitScale,
  fitted,
  isLarger,
  panned,
  settled,
  turned,
  wheelFactor,
  zoomed,
} from './zoom.ts';

const stage = { width: 1000, height: 500 };
const image = { width: 4000, height: 1000 };

test('an image is shown whole, and never blown up', () => {
  expect(fitScale(image, stage, 0)).toBe(0.25);
  expect(fitScale(image, stage, 1)).toBe(0.125);
  expect(fitScale({ width: 20, height: 20 }, stage, 0)).toBe(1);
  expect(fitScale({ width: 0, height: 0 }, stage, 0)).toBe(1);
});

describe('zooming', () => {
  it('keeps the point under the pointer', () => {
    const before = { ...fitted(image, stage), scale: 1 };
    const at = { x: 200, y: -50 };
    const after = zoomed(before, 2, { image, stage, at });
    const pointOf = ({ scale, x, y }: typeof before) => [(at.x - x) / scale, (at.y - y) / scale];
    expect(pointOf(after)).toEqual(pointOf(before));
    expect(after.fitted).toBe(false);
  });

  it('has an end both ways', () => {
    let placement = fitted(image, stage);
    for (let turn = 0; turn < 100; turn += 1) placement = zoomed(placement, 1.25, { image, stage });
    expect(placement.scale).toBe(16);
    for (let turn = 0; turn < 200; turn += 1) placement = zoomed(placement, 0.8, { image, stage });
    expect(placement.scale).toBe(0.02);
    const giant = { width: 200_000, height: 200_000 };
    const whole = fitted(giant, stage);
    expect(zoomed(whole, 0.5, { image: giant, stage }).scale).toBe(whole.scale);
  });

  it('goes back to the middle where the image is smaller than the stage', () => {
    const moved = { ...fitted(image, stage), scale: 1, x: 900, y: 100 };
    expect(zoomed(moved, 0.1, { image, stage })).toMatchObject({ x: 0, y: 0 });
  });
});

test('a drag stops at the edges', () => {
  const large = { ...fitted(image, stage), scale: 1, fitted: false };
  expect(panned(large, { x: -5000, y: 40 }, { image, stage })).toMatchObject({ x: -1500, y: 40 });
  expect(panned(large, { x: 0, y: 4000 }, { image, stage })).toMatchObject({ y: 250 });
  expect(contained({ ...large, scale: 0.1, x: 50, y: 50 }, image, stage)).toMatchObject({ x: 0, y: 0 });
});

test('four turns are none, and what is fitted stays fitted', () => {
  let placement = fitted(image, stage);
  const scales = [1, 2, 3, 4].map(() => (placement = turned(placement, image, stage)).scale);
  expect(scales).toEqual([0.125, 0.25, 0.125, 0.25]);
  expect(placement).toEqual(fitted(image, stage));
});

test('only what is larger than the stage is dragged', () => {
  expect(isLarger(fitted(image, stage), image, stage)).toBe(false);
  expect(isLarger({ ...fitted(image, stage), scale: 0.3 }, image, stage)).toBe(true);
});

test('a notch of the wheel is about the same in every unit, and a wild one is tamed', () => {
  const wheel = { ctrlKey: false };
  expect(wheelFactor({ ...wheel, deltaY: -100, deltaMode: 0 })).toBeCloseTo(1.22, 1);
  expect(wheelFactor({ ...wheel, deltaY: -6, deltaMode: 1 })).toBeCloseTo(1.21, 1);
  expect(wheelFactor({ ...wheel, deltaY: 100_000, deltaMode: 0 })).toBeGreaterThan(0.6);
});

test('fingers on a trackpad zoom as far as they are drawn apart, and Ctrl with a wheel is not wild', () => {
  const fingers = { deltaMode: 0, ctrlKey: true };
  expect(wheelFactor({ ...fingers, deltaY: -5 })).toBeCloseTo(1.05, 2);
  expect(wheelFactor({ ...fingers, deltaY: -120 })).toBeCloseTo(1.28, 2);
  expect(wheelFactor({ ...fingers, deltaY: 120 })).toBeCloseTo(0.78, 2);
});

test('an image that fingers have made smaller than what fits springs back, and stays turned', () => {
  const pinched = { ...fitted(image, stage, 1), scale: 0.05, fitted: false };
  expect(settled(pinched, image, stage)).toEqual(fitted(image, stage, 1));
  const larger = { ...pinched, scale: 0.5 };
  expect(settled(larger, image, stage)).toBe(larger);
});
