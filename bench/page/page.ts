/**
 * The Files page: its size, the time to its first rows, and its behaviour in a large folder, in real Chromium
 * with a throttled processor.
 */
import { resolve } from 'node:path';
import { budget, firstLoad } from '../../scripts/first-load/first-load.ts';
import type { Comparison, Group } from '../comparisons/comparison.ts';
import { firstRows, soon } from './first-rows.ts';
import { interactions } from './interactions.ts';
import { calls, frames, memory, nodes, waiting } from './large-folder.ts';
import { missing, slowDown } from './visitor.ts';

const dist = resolve(import.meta.dirname, '../../apps/web/dist');
const kilo = 1_000;

const scripts = async (): Promise<Comparison> => ({
  name: 'First load of the page',
  unit: 'kB',
  reference: 'JavaScript, minified',
  entrants: [
    {
      name: 'JavaScript, minified',
      run: async () => ({ value: firstLoad(dist).reduce((sum, { size }) => sum + size, 0) / kilo }),
    },
    {
      name: 'JavaScript, gzip',
      run: async () => ({ value: firstLoad(dist).reduce((sum, { gzip }) => sum + gzip, 0) / kilo }),
    },
  ],
  targets: [{ of: 'JavaScript, gzip', figure: 'value', side: 'at most', limit: budget / kilo }],
  rounds: 1,
});

/** Without a browser only the size is measured. */
export const page: Group = {
  title: 'Page',
  comparisons:
    missing() === undefined
      ? [
          scripts,
          firstRows('many', {
            slow: 1,
            targets: [soon('cold: first row', 400), soon('cold: largest paint', 500)],
          }),
          firstRows('very-many', { slow: 1, targets: [soon('cold: first row', 1_000)] }),
          firstRows('many', { slow: slowDown, targets: [] }),
          waiting,
          frames,
          nodes,
          calls,
          memory,
          interactions,
        ]
      : [scripts],
};
