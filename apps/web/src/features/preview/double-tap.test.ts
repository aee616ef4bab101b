import { expect, test } from 'vitest';
import { createDoubleTap } from './double-tap.ts';

type Step = readonly ['down' | 'up', x: number, time: number, fingers?: number];
const run = (steps: readonly Step[]): boolean[] => {
  const taps = createDoubleTap();
  return steps.flatMap(([kind, x, time, fingers = 1]) => {
    const touch = { at: { x, y: 0 }, time };
    if (kind === 'up') return [taps.up(touch)];
    taps.down(touch, fingers);
    return [];
  });
};

const tap = (x: number, time: number): readonly Step[] => [
  ['down', x, time],
  ['up', x + 3, time + 80],
];

test.each([
  ['two quick taps', [...tap(100, 0), ...tap(110, 250)], [false, true]],
  [
    'a third is the first of the next two',
    [...tap(0, 0), ...tap(0, 200), ...tap(0, 400)],
    [false, true, false],
  ],
  ['two slow ones', [...tap(100, 0), ...tap(100, 1200)], [false, false]],
  ['two at different places', [...tap(100, 0), ...tap(300, 250)], [false, false]],
  ['a tap and a drag', [...tap(100, 0), ['down', 100, 200], ['up', 180, 300]], [false, false]],
  ['a tap and a press', [...tap(100, 0), ['down', 100, 200], ['up', 100, 900]], [false, false]],
  [
    'a tap and two fingers',
    [...tap(100, 0), ['down', 100, 200], ['down', 120, 210, 2], ['up', 100, 260], ['up', 120, 270]],
    [false, false, false],
  ],
] as const)('%s', (_name, steps, ends) => {
  expect(run(steps)).toEqual(ends);
});
