/** The result of a comparison and of its targets, and its table. */
import { median, medianRatio } from '../lib/statistics.ts';
import type { Comparison, Score, Target } from './comparison.ts';

export interface EntrantResult {
  readonly name: string;
  /** One a round. */
  readonly scores: readonly Score[];
  readonly value: number;
  /** Undefined where the system does not report it. */
  readonly cpuSeconds: number | undefined;
  /** To the comparison's reference; undefined where that is missing. */
  readonly ratio: number | undefined;
}

export interface TargetResult extends Target {
  /** The measured figure; undefined where the reference is missing. */
  readonly measured: number | undefined;
  readonly isMet: boolean | undefined;
}

export interface ComparisonResult {
  readonly name: string;
  readonly unit: string;
  readonly reference: string;
  readonly entrants: readonly EntrantResult[];
  readonly targets: readonly TargetResult[];
}

type Scores = ReadonlyMap<string, readonly Score[]>;

const valuesOf = (scores: readonly Score[]): number[] => scores.map(({ value }) => value);

const cpuOf = (scores: readonly Score[]): number | undefined => {
  const seconds = scores.flatMap(({ cpuSeconds }) => cpuSeconds ?? []);
  return seconds.length === 0 ? undefined : median(seconds);
};

const ratioOf = (scores: Scores, name: string, than: string): number | undefined => {
  const [own, others] = [scores.get(name), scores.get(than)];
  return own === undefined || others === undefined ? undefined : medianRatio(valuesOf(own), valuesOf(others));
};

const measuredOf = (scores: Scores, { of, figure, than = '' }: Target): number | undefined => {
  const own = scores.get(of);
  if (own === undefined) return undefined;
  switch (figure) {
    case 'ratio':
      return ratioOf(scores, of, than);
    case 'value':
      return median(valuesOf(own));
    case 'cpu':
      return cpuOf(own);
  }
};

const judge = (scores: Scores, target: Target): TargetResult => {
  const measured = measuredOf(scores, target);
  const { side, limit } = target;
  const isMet =
    measured === undefined ? undefined : side === 'at least' ? measured >= limit : measured <= limit;
  return { ...target, measured, isMet };
};

/** @param scores of each entrant by its name, one a round */
export const resultOf = (
  { name, unit, reference, targets }: Comparison,
  scores: Scores,
): ComparisonResult => ({
  name,
  unit,
  reference,
  entrants: [...scores].map(([entrant, own]) => ({
    name: entrant,
    scores: own,
    value: median(valuesOf(own)),
    cpuSeconds: cpuOf(own),
    ratio: ratioOf(scores, entrant, reference),
  })),
  targets: targets.map((target) => judge(scores, target)),
});

const width = 34;

/** Three digits that mean something. */
const figure = (number: number | undefined): string => {
  if (number === undefined || Number.isNaN(number)) return '';
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2;
  return number.toFixed(digits);
};

const rowOf = ({ name, value, ratio, cpuSeconds }: EntrantResult): string =>
  [
    `  ${name}`.padEnd(width),
    figure(value).padStart(12),
    figure(ratio).padStart(14),
    figure(cpuSeconds).padStart(10),
  ]
    .join('')
    .trimEnd();

const targetOf = (target: TargetResult, comparisonUnit: string): string => {
  const { of, figure: what, than, side, limit, unit = comparisonUnit, measured, isMet } = target;
  const sign = isMet === undefined ? '?' : isMet ? '✓' : '!';
  const sort = what === 'ratio' ? ` × ${than}` : what === 'cpu' ? ' s of CPU' : ` ${unit}`;
  const came = measured === undefined ? `not measured, ${than ?? of} is not here` : figure(measured);
  return `  ${sign} ${of}: ${side} ${figure(limit)}${sort}: ${came}`;
};

/** A comparison's part of the table: its entrants, and its targets, each met (✓), missed (!) or not to be judged (?). */
export const tableOf = ({ name, unit, reference, entrants, targets }: ComparisonResult): string =>
  [
    `${name.padEnd(width)}${unit.padStart(12)}${`× ${reference}`.slice(0, 13).padStart(14)}${'CPU s'.padStart(10)}`,
    ...entrants.map(rowOf),
    ...targets.map((target) => targetOf(target, unit)),
    '',
  ].join('\n');
