import { expect, test } from 'vitest';
import {
  type Budgets,
  type Counted,
  type Figures,
  budgetsOf,
  judge,
  judgeGrowth,
  lesserOf,
} from './judge.ts';

const call = (figures: Figures): Counted => ({
  name: 'upload of 10 KiB',
  why: 'Small files are many.',
  figures,
});
const budgets = (figures: Figures): Budgets => ({ 'upload of 10 KiB': { why: '', figures } });

test('a figure within its budget is neither a fault nor a gain', () => {
  const figures = { statements: 12, commits: 1, allocated: 400_000 };
  expect(judge([call({ ...figures, allocated: 410_000 })], budgets(figures))).toEqual({
    faults: [],
    gains: [],
  });
});

test('one statement more is a fault, which names the call, both figures, the reason and the remedy', () => {
  const { faults } = judge([call({ statements: 13 })], budgets({ statements: 12 }));
  expect(faults).toEqual([
    'upload of 10 KiB: 13 statements, and the budget is 12. Small files are many. Look what is new (node bench/budgets/main.ts --show "upload of 10 KiB"), and take it away; or, if it has to be, raise the budget (node bench/budgets/main.ts --record) and say in the commit why.',
  ]);
});

test('a first sync where there was none is a fault', () => {
  expect(judge([call({ syncs: 1 })], budgets({ syncs: 0 })).faults).toHaveLength(1);
});

test('one statement less is a gain that has to be recorded', () => {
  const { faults } = judge([call({ statements: 11 })], budgets({ statements: 12 }));
  expect(faults).toEqual([
    'upload of 10 KiB: only 11 statements, and the budget is 12. So that it stays so, lower the budget: node bench/budgets/main.ts --record.',
  ]);
});

test('a figure with a tolerance is a fault above it, and may be kept below it', () => {
  const recorded = budgets({ allocated: 100_000 });
  expect(judge([call({ allocated: 105_001 })], recorded).faults).toHaveLength(1);
  const { faults, gains } = judge([call({ allocated: 94_999 })], recorded);
  expect(faults).toEqual([]);
  expect(gains).toEqual([expect.stringContaining('only 94,999 bytes allocated')]);
});

test('a call without a budget, and a budget without a call, are faults', () => {
  expect(judge([call({ statements: 12 })], {}).faults).toEqual([
    expect.stringContaining('no budget is recorded'),
  ]);
  expect(judge([call({})], budgets({ allocated: 1 })).faults).toEqual([
    expect.stringContaining('were not counted'),
  ]);
  expect(judge([], budgets({ statements: 12 })).faults).toEqual([
    expect.stringContaining('not counted any more'),
  ]);
});

test('a cost that grows with an account is a fault, one that shrinks is none', () => {
  const small = { items: 1_000, counted: [call({ statements: 12, steps: 700, allocated: 400_000 })] };
  const large = (figures: Figures) => ({ items: 20_000, counted: [call(figures)] });
  expect(judgeGrowth(small, large({ statements: 12, steps: 710, allocated: 390_000 }))).toEqual([]);
  expect(judgeGrowth(small, large({ statements: 12, steps: 20_700, allocated: 400_000 }))).toEqual([
    expect.stringContaining('700 steps of SQLite in an account of 1,000 items, and 20,700 in one of 20,000'),
  ]);
});

test('a recorded budget stays unchanged where the new figure is within its tolerance', () => {
  const counted = [call({ statements: 11, allocated: 101_000 })];
  expect(budgetsOf(counted, budgets({ statements: 12, allocated: 100_000 }))).toEqual({
    'upload of 10 KiB': { why: 'Small files are many.', figures: { statements: 11, allocated: 100_000 } },
  });
});

test('of two counts the latest is used, except for allocations: there the smaller one', () => {
  const account = (figures: Figures) => ({ items: 1_000, counted: [call(figures)] });
  const first = account({ statements: 12, allocated: 400_000 });
  expect(lesserOf(first, account({ statements: 13, allocated: 413_000 }))).toEqual(
    account({ statements: 13, allocated: 400_000 }),
  );
  expect(lesserOf(account({ statements: 12 }), first)).toEqual(first);
});
