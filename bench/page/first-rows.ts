/** Measures the time until a folder's first rows are drawn. */
import type { Comparison, Stage, Target } from '../comparisons/comparison.ts';
import { filledOf, once, openFolder, partsOf, pathOf, slowly } from './rounds.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** One visit to a folder, with or without what a former visit has left in the cache. */
const look = async (visitor: Visitor, path: string, slow: number) => {
  const visit = await visitor.visit(slow);
  try {
    const cpuSeconds = await openFolder(visit, path);
    const { firstRow = Number.NaN, largestPaint = Number.NaN } = await visit.notes();
    return { row: { value: firstRow, cpuSeconds }, paint: { value: largestPaint } };
  } finally {
    await visit.close();
  }
};

export const firstRows =
  (name: string, { slow, targets }: { readonly slow: number } & Pick<Comparison, 'targets'>) =>
  async (stage: Stage): Promise<Comparison> => {
    const path = pathOf(stage, name);
    // A browser of its own: nothing that it has seen before is left.
    const runRound = once(stage, async () => {
      const visitor = await openVisitor(stage.holdall);
      try {
        return { cold: await look(visitor, path, slow), warm: await look(visitor, path, slow) };
      } finally {
        await visitor.close();
      }
    });
    return {
      name: `Folder of ${filledOf(stage, name).count}${slow > 1 ? slowly : ''}`,
      unit: 'ms',
      reference: 'cold: first row',
      entrants: partsOf(runRound, {
        'cold: first row': ({ cold }) => cold.row,
        'cold: largest paint': ({ cold }) => cold.paint,
        'warm: first row': ({ warm }) => warm.row,
        'warm: largest paint': ({ warm }) => warm.paint,
      }),
      targets,
      ...(stage.quick && { rounds: 1 }),
    };
  };

/** Figures of a first visit, in a browser without a cache. */
export const soon = (what: 'cold: first row' | 'cold: largest paint', limit: number): Target => ({
  of: what,
  figure: 'value',
  side: 'at most',
  limit,
});
