import { expect, test } from 'vitest';
import { type TraceEvent, workPerFrame } from './frames.ts';

const main = { pid: 1, tid: 1 };
const frame = (ts: number, thread = main): TraceEvent => ({
  name: 'AnimationFrame::Render',
  ph: 'b',
  ts,
  ...thread,
});
const task = (times: { ts: number; dur: number; tdur: number }, thread = main): TraceEvent => ({
  name: 'RunTask',
  ph: 'X',
  ...times,
  ...thread,
});

test('a frame counts the task that draws it and the work until the next one, in processor time', () => {
  const events = [
    task({ ts: 0, dur: 500, tdur: 500 }),
    task({ ts: 1_000, dur: 9_000, tdur: 4_000 }),
    frame(1_500),
    task({ ts: 11_000, dur: 3_000, tdur: 1_000 }),
    task({ ts: 20_000, dur: 2_000, tdur: 2_000 }),
    frame(20_100),
  ];
  expect(workPerFrame(events)).toEqual([5, 2]);
});

test('a frame that is planned while the one before it is drawn counts its own work only', () => {
  const planned = (ts: number): TraceEvent => ({ ...frame(ts), name: 'AnimationFrame' });
  const events = [
    planned(0),
    task({ ts: 1_000, dur: 9_000, tdur: 9_000 }),
    frame(2_000),
    planned(9_900),
    task({ ts: 10_000, dur: 9_000, tdur: 8_000 }),
    frame(11_000),
  ];
  expect(workPerFrame(events)).toEqual([9, 8]);
});

test('other threads, and pages that draw less, count nothing', () => {
  const other = { pid: 2, tid: 1 };
  const events = [
    task({ ts: 0, dur: 10, tdur: 10_000 }, other),
    frame(1, other),
    frame(1),
    frame(30),
    task({ ts: 0, dur: 5, tdur: 3_000 }),
    task({ ts: 29, dur: 5, tdur: 1_000 }),
  ];
  expect(workPerFrame(events)).toEqual([3, 1]);
  expect(workPerFrame([])).toEqual([]);
});
