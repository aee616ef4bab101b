import type { ComparisonResult, EntrantResult, TargetResult } from './result.ts';

const width = 34;

/** Three digits that mean something. */
export const figure = (number: number | undefined): string => {
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
