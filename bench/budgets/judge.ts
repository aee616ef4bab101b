/** Whether what was counted keeps to what is recorded, in sentences that say what to do. */

/** What is counted of one call. */
export const units = {
  statements: 'statements',
  steps: 'steps of SQLite',
  rows: 'rows written',
  commits: 'commits',
  syncs: 'syncs of files',
  files: 'other calls of the file system',
  bytes: 'bytes an entry',
  packed: 'bytes an entry in brotli',
  allocated: 'bytes allocated',
} as const;
export type Unit = keyof typeof units;
export type Figures = Readonly<Partial<Record<Unit, number>>>;

/**
 * By how much of its budget a figure may differ and be the same. What is counted one by one is exact. Steps are nearly:
 * they depend on what lies where in an index. Ids and tokens are random, so that what they are packed to differs by some bytes;
 * and what V8 allocates depends a little on which shapes of objects it has seen before.
 */
export const tolerances: Readonly<Record<Unit, number>> = {
  statements: 0,
  steps: 0.02,
  rows: 0,
  commits: 0,
  syncs: 0,
  files: 0,
  bytes: 0.01,
  packed: 0.05,
  allocated: 0.05,
};

/** What depends on how much else an account holds by more than this share of it grows with what it does not touch. */
const growth: Readonly<Record<Unit, number>> = { ...tolerances, bytes: 0.05, packed: 0.1, allocated: 0.1 };

export interface Counted {
  readonly name: string;
  readonly why: string;
  readonly figures: Figures;
}
export type Budgets = Readonly<Record<string, { readonly why: string; readonly figures: Figures }>>;

const command = 'node bench/budgets/main.ts';
const shown = (figure: number): string => figure.toLocaleString('en', { maximumFractionDigits: 1 });

interface Verdict {
  /** What must not stay so. */
  readonly faults: readonly string[];
  /** Figures that got better by more than their tolerance, and may. */
  readonly gains: readonly string[];
}

const unitsIn = (...all: readonly Figures[]): Unit[] =>
  (Object.keys(units) as Unit[]).filter((unit) => all.some((figures) => figures[unit] !== undefined));

const judgeFigure = (
  { name, why, figures }: Counted,
  unit: Unit,
  budget: number | undefined,
): { fault?: string; gain?: string } => {
  const figure = figures[unit];
  if (budget === undefined)
    return { fault: `${name}: no budget is recorded for its ${units[unit]}; ${command} --record writes it.` };
  if (figure === undefined)
    return { fault: `${name}: its ${units[unit]} were not counted, and there is a budget for them.` };
  const than = `${shown(figure)} ${units[unit]}, and the budget is ${shown(budget)}`;
  const leeway = budget * tolerances[unit];
  if (figure > budget + leeway)
    return {
      fault: `${name}: ${than}. ${why} Look what is new (${command} --show "${name}"), and take it away; or, if it has to be, raise the budget (${command} --record) and say in the commit why.`,
    };
  if (figure >= budget - leeway) return {};
  const gain = `${name}: only ${than}. So that it stays so, lower the budget: ${command} --record.`;
  return tolerances[unit] === 0 ? { fault: gain } : { gain };
};

/** Holds what was counted against its budgets. */
export const judge = (counted: readonly Counted[], budgets: Budgets): Verdict => {
  const found = counted.flatMap((call) => {
    const budget = budgets[call.name]?.figures ?? {};
    return unitsIn(call.figures, budget).map((unit) => judgeFigure(call, unit, budget[unit]));
  });
  const names = new Set(counted.map(({ name }) => name));
  const left = Object.keys(budgets).filter((name) => !names.has(name));
  return {
    faults: [
      ...found.flatMap(({ fault }) => fault ?? []),
      ...left.map((name) => `${name}: it is not counted any more; ${command} --record forgets its budget.`),
    ],
    gains: found.flatMap(({ gain }) => gain ?? []),
  };
};

/**
 * Budgets of what was counted. What is the same within half of its tolerance stays as it is: changes are read by people. Half,
 * so that what is recorded is never at the edge of what is told.
 */
export const budgetsOf = (counted: readonly Counted[], before: Budgets): Budgets =>
  Object.fromEntries(
    counted.map(({ name, why, figures }) => {
      const kept = before[name]?.figures ?? {};
      const same = unitsIn(figures).filter((unit) => {
        const budget = kept[unit];
        return (
          budget !== undefined && Math.abs((figures[unit] ?? 0) - budget) <= (budget * tolerances[unit]) / 2
        );
      });
      return [
        name,
        { why, figures: { ...figures, ...Object.fromEntries(same.map((unit) => [unit, kept[unit]])) } },
      ];
    }),
  );

export interface Account {
  readonly items: number;
  readonly counted: readonly Counted[];
}

/** What was counted last, but of what was allocated the less of both times. */
export const lesserOf = (first: Account, last: Account): Account => ({
  ...last,
  counted: last.counted.map((call) => {
    const { allocated: before } = first.counted.find(({ name }) => name === call.name)?.figures ?? {};
    const { allocated } = call.figures;
    return before === undefined || allocated === undefined
      ? call
      : { ...call, figures: { ...call.figures, allocated: Math.min(before, allocated) } };
  }),
});

/** What costs more in an account that holds more, although it touches no more of it. */
export const judgeGrowth = (small: Account, large: Account): string[] =>
  large.counted.flatMap((call) => {
    const before = small.counted.find(({ name }) => name === call.name)?.figures ?? {};
    return unitsIn(before, call.figures).flatMap((unit) => {
      const [less, more] = [before[unit] ?? 0, call.figures[unit] ?? 0];
      return more <= less * (1 + growth[unit])
        ? []
        : `${call.name}: ${shown(less)} ${units[unit]} in an account of ${shown(small.items)} items, and ${shown(more)} in one of ${shown(large.items)}. It must not grow with what it does not touch; ${command} --show "${call.name}" lists its statements.`;
    });
  });
