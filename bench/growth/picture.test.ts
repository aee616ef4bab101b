import { expect, test } from 'vitest';
import type { Curve } from './curve.ts';
import { picturesOf } from './picture.ts';
import { domainOf, place } from './scale.ts';
import { tableOf } from './table.ts';

const curve = (part: Partial<Curve>): Curve => ({
  topic: 'zip',
  name: 'Layout of <an> archive',
  growing: 'account',
  complexity: 'flat',
  unit: 'ms',
  database: 'SQLite',
  readings: [
    { items: 1_000, value: 2 },
    { items: 1_000_000, value: 4 },
  ],
  exponent: 0.1,
  isWithinLimit: true,
  ...part,
});
const curves = [
  curve({}),
  curve({ database: 'PostgreSQL', exponent: 0.5, isWithinLimit: false }),
  curve({ growing: 'touched', complexity: 'linear', exponent: 1 }),
  curve({ topic: 'life', name: 'Memory at rest', unit: 'MiB' }),
];

test('an axis spans all values in whole powers of ten, and is no narrower than requested', () => {
  expect(domainOf([1_000, 1_000_000], 1)).toEqual({ from: 3, to: 6 });
  expect(domainOf([2, 4], 3)).toEqual({ from: -1, to: 2 });
  expect(place({ from: 3, to: 6 }, 1_000)).toBe(0);
  expect(place({ from: 3, to: 6 }, 1_000_000)).toBe(1);
});

test('each topic has its picture, with a description for readers who cannot see it', () => {
  const pictures = picturesOf(curves);
  expect(pictures.map(({ topic }) => topic)).toEqual(['zip', 'life']);
  const svg = pictures[0]?.svg ?? '';
  expect(svg).toContain('role="img" aria-labelledby="title desc"');
  expect(svg).toContain('<title id="title">Archives: cost as work grows</title>');
  expect(svg).toContain(
    'Layout of &lt;an&gt; archive, SQLite: 2.0 ms with 1000 items in the account, 4.0 ms with 1000000; exponent 0.10.',
  );
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('both databases share a panel; a curve that grows too much is marked', () => {
  const svg = picturesOf(curves)[0]?.svg ?? '';
  expect(svg.match(/<g /g)).toHaveLength(2);
  expect(svg).toContain('● n^0.10<');
  expect(svg).toContain('■ n^0.50 !<');
  expect(svg.match(/class="guide"/g)).toHaveLength(1);
});

test('the table contains each cost, its exponent, and whether that is within its limit', () => {
  const rows = tableOf(curves).split('\n');
  expect(rows[0]).toContain('What is touched stays the same');
  expect(rows.find((row) => row.includes('PostgreSQL'))).toMatch(
    /\| 2\.0 +\| 4\.0 +\| 0\.50 +\| 0\.15 +\| ! +\|/,
  );
  expect(rows.filter((row) => row.includes('✓'))).toHaveLength(3);
});
