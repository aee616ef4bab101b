import { expect, test } from 'vitest';
import { frameMarks, frameTimesOf, type TraceEvent } from './frame-trace.ts';

const main = { pid: 1, tid: 1, ph: 'X' };
const task = (ts: number, tdur: number): TraceEvent => ({
  ...main,
  name: 'ThreadControllerImpl::RunTask',
  ts,
  tdur,
});
const frame = (ts: number): TraceEvent => ({ ...main, name: 'ProxyMain::BeginMainFrame', ts, tdur: 1 });
const begin: TraceEvent = { ...main, name: frameMarks.begin, ph: 'I', ts: 10_000 };
const end: TraceEvent = { ...main, name: frameMarks.end, ph: 'I', ts: 90_000 };

test('a frame costs the tasks since the frame before it, the one that draws it among them', () => {
  const { costs, distances } = frameTimesOf([
    begin,
    task(11_000, 2_000),
    task(20_000, 5_000),
    frame(20_001),
    { ...frame(20_002), ph: 'f' },
    task(36_000, 4_000),
    frame(36_001),
    end,
  ]);
  expect(costs).toEqual([7, 4]);
  expect(distances).toEqual([16]);
});

test('other threads and the time outside the marks do not count', () => {
  const { costs } = frameTimesOf([
    task(9_000, 3_000),
    begin,
    { ...task(12_000, 8_000), tid: 2 },
    task(20_000, 5_000),
    frame(20_001),
    end,
    task(91_000, 3_000),
    frame(91_001),
  ]);
  expect(costs).toEqual([5]);
});

test('a trace without marks is an error', () => {
  expect(() => frameTimesOf([task(1, 1)])).toThrow('no marks');
});
