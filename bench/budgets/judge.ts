/** Compares counts with recorded budgets, and reports in sentences what to do. */

/** The units that are counted of a call. */
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
 * The share by which a figure may differ from its budget. Discrete counts are exact. Steps are nearly exact:
 * they depend on positions in an index. Ids and tokens are random, so that packed sizes differ by some bytes;
 * and V8's allocations depend a little on the shapes of objects that it has seen before.
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

/** The share beyond which a dependence on untouched items counts as growth. */
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
  /** Faults to be fixed. */
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
 * Derives budgets from counts. A budget stays unchanged within half of its tolerance, because people review
 * changes. Half, so that a recorded figure is never at the edge of a fault.
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

/** Takes the latest counts, but the smaller of both allocations. */
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

/** Reports costs that grow with the account although the call touches no more of it. */
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
