import type { Subject } from './action.ts';
import { exponentOf, isWithinLimit, type Point } from './fit.ts';
import type { Cost } from './measure.ts';

export const databases = ['SQLite', 'PostgreSQL'] as const;
export type Database = (typeof databases)[number];

export interface Reading extends Point {
  /** Milliseconds by the clock, for what takes time. */
  readonly wallMs?: number;
  readonly iterations?: number;
}

/** The cost of one action with more and more items. */
export interface Curve extends Subject {
  readonly database: Database;
  readonly readings: readonly Reading[];
  readonly exponent: number;
  readonly isWithinLimit: boolean;
}

export const readingOf = (items: number, { cpuMs, wallMs, iterations }: Cost): Reading => ({
  items,
  value: cpuMs,
  wallMs,
  iterations,
});

/** Collects readings by subject. */
export const createCurves = () => {
  const found = new Map<
    string,
    Omit<Curve, 'exponent' | 'isWithinLimit'> & { readonly readings: Reading[] }
  >();
  return {
    add: (database: Database, subject: Subject, reading: Reading): void => {
      const key = `${database} ${subject.growing} ${subject.name}`;
      const curve = found.get(key) ?? { ...subject, database, readings: [] };
      curve.readings.push(reading);
      found.set(key, curve);
    },
    all: (): Curve[] =>
      [...found.values()].map(({ topic, name, growing, complexity, unit, database, readings }) => ({
        topic,
        name,
        growing,
        complexity,
        unit,
        database,
        readings,
        exponent: exponentOf(complexity, readings),
        isWithinLimit: isWithinLimit(complexity, readings),
      })),
  };
};

/** The curves of one thing, one for each database. */
export type Panel = readonly [Curve, ...Curve[]];

/** Groups curves by subject, in the order of measurement. */
export const panelsOf = (curves: readonly Curve[]): Panel[] => {
  const panels = new Map<string, Panel>();
  for (const curve of curves) {
    const key = `${curve.growing} ${curve.name}`;
    panels.set(key, [...(panels.get(key) ?? []), curve] as unknown as Panel);
  }
  return [...panels.values()];
};
