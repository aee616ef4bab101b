import { expect, test } from 'vitest';
import { createProgressLine } from './doctor-progress.ts';

const lineOn = (isTerminal: boolean) => {
  const written: string[] = [];
  let at = 0;
  const line = createProgressLine({ isTerminal, write: (text) => written.push(text), now: () => at });
  return {
    line,
    written,
    wait: (seconds: number) => {
      at = seconds * 1_000;
    },
    at: (seconds: number, examined: number, total: number | 'unknown' = 10_000) => {
      at = seconds * 1_000;
      line.show({ check: 'items', examined, total: total === 'unknown' ? undefined : total });
    },
  };
};

test('a log gets a line every ten seconds, with the share and the remaining time', () => {
  const { at, written } = lineOn(false);
  at(0, 0);
  for (let second = 1; second <= 20; second += 1) at(second, second * 100);
  expect(written).toEqual([
    'items: checked 1,000 of 10,000, 10 %, about 2 min left\n',
    'items: checked 2,000 of 10,000, 20 %, about 1 min left\n',
  ]);
});

test('a terminal has one line that is overwritten, and clears it for results', () => {
  const { at, written, line } = lineOn(true);
  at(0, 0);
  at(1, 5_000);
  line.clear();
  line.clear();
  expect(written).toEqual(['\r\u001b[Kitems: checked 5,000 of 10,000, 50 %, about 1 s left', '\r\u001b[K']);
});

test('without a known total only the number is shown', () => {
  const { at, written } = lineOn(false);
  at(0, 0, 'unknown');
  at(10, 70, 'unknown');
  // More than were expected came meanwhile.
  at(20, 80, 75);
  expect(written).toEqual(['items: checked 70 in 10 s\n', 'items: checked 80 in 20 s\n']);
});

test('a silent check is reported as well', () => {
  const { at, written, line, wait } = lineOn(false);
  at(0, 0, 'unknown');
  wait(30);
  line.repeat();
  line.clear();
  wait(60);
  line.repeat();
  expect(written).toEqual(['items: checked 0 in 30 s\n']);
});
