/** Draws curves: a picture for each topic, a panel for each thing, both databases in it, both axes in powers of ten. */
import { type Curve, type Database, databases, type Panel, panelsOf } from './curve.ts';
import type { Growing, Topic } from './action.ts';
import { type Domain, domainOf, place } from './scale.ts';
import { brief, power, twoPlaces } from './table.ts';

const perRow = 4;
const panel = { width: 220, height: 222, left: 44, top: 58, plotWidth: 162, plotHeight: 132 };
const margin = 20;
const width = 2 * margin + perRow * panel.width;
const sectionTop = 34;

/** Names, colours of the house, and signs that differ without colour, too. */
const marks: Record<Database, { readonly name: string; readonly sign: string }> = {
  SQLite: { name: 'sqlite', sign: '●' },
  PostgreSQL: { name: 'postgres', sign: '■' },
};

const style = `
  .sheet { fill: #fff } .grid { stroke: #dbe1e2 } .axis { fill: #566567 } .text { fill: #112123 } .guide { stroke: #7a8889 }
  .sqlite { fill: #006671; stroke: #006671 } .postgres { fill: #a3561a; stroke: #a3561a }
  text { font: 11px system-ui, sans-serif } text.sqlite, text.postgres { stroke: none } .small { font-size: 10px }
  .title { font-size: 18px; font-weight: 600 } .section { font-size: 13px; font-weight: 600 } .name { font-size: 12px; font-weight: 600 }
  .curve { fill: none; stroke-width: 2; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    .sheet { fill: #10191a } .grid { stroke: #243031 } .axis { fill: #95a1a2 } .text { fill: #e8eeef } .guide { stroke: #6a797b }
    .sqlite { fill: #64ced3; stroke: #64ced3 } .postgres { fill: #eaa857; stroke: #eaa857 }
    .curve { fill: none }
  }`;

const titles: Record<Topic, string> = {
  listing: 'Listings',
  search: 'Search by name',
  changes: 'Changes',
  zip: 'Archives',
  life: 'Start and rest',
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (number: number): string => String(Math.round(number * 10) / 10);

const text = (
  x: number,
  y: number,
  [kind, words, anchor = 'start']: readonly [string, string, string?],
): string =>
  `<text x="${round(x)}" y="${round(y)}" class="${kind}" text-anchor="${anchor}">${escape(words)}</text>`;

interface Frame {
  readonly x: Domain;
  readonly y: Domain;
}

/** The grid of a panel, with what its lines stand for. */
const gridOf = ({ x, y }: Frame): string[] => {
  const { left, top, plotWidth, plotHeight } = panel;
  const parts = [];
  for (let decade = y.from; decade <= y.to; decade += 1) {
    const at = top + plotHeight * (1 - place(y, 10 ** decade));
    const label = 10 ** decade >= 1 ? (10 ** decade).toLocaleString('en-US') : String(10 ** decade);
    parts.push(
      `<path class="grid" d="M${left} ${round(at)}h${plotWidth}"/>`,
      text(left - 6, at + 3.5, ['axis small', label, 'end']),
    );
  }
  for (let decade = x.from; decade <= x.to; decade += 1) {
    const at = left + plotWidth * place(x, 10 ** decade);
    parts.push(
      `<path class="grid" d="M${round(at)} ${top}v${plotHeight}"/>`,
      text(at, top + plotHeight + 15, ['axis small', power(10 ** decade), 'middle']),
    );
  }
  return parts;
};

/** @returns where a reading is in its panel */
const spot = ({ x, y }: Frame, { items, value }: { readonly items: number; readonly value: number }) => ({
  x: panel.left + panel.plotWidth * place(x, items),
  y: panel.top + panel.plotHeight * (1 - place(y, value)),
});

const curveOf = (frame: Frame, { database, readings }: Curve): string[] => {
  const spots = readings.map((reading) => spot(frame, reading));
  const { name } = marks[database];
  const line = spots.map((at) => `${round(at.x)} ${round(at.y)}`).join('L');
  return [
    `<path class="${name} curve" d="M${line}"/>`,
    ...spots.map((at) =>
      database === 'SQLite'
        ? `<circle class="${name}" cx="${round(at.x)}" cy="${round(at.y)}" r="3.5"/>`
        : `<rect class="${name}" x="${round(at.x - 3)}" y="${round(at.y - 3)}" width="6" height="6"/>`,
    ),
  ];
};

/** The line on which twice the items cost twice as much: a linear curve may be no steeper. */
const guideOf = (frame: Frame, [{ readings, complexity }]: Panel): string[] => {
  const [first, last] = [readings[0], readings.at(-1)];
  if (complexity === 'flat' || first === undefined || last === undefined) return [];
  const end = { items: last.items, value: (first.value * last.items) / first.items };
  const reach = Math.min(end.value, 10 ** frame.y.to);
  const [from, to] = [
    spot(frame, first),
    spot(frame, { items: (reach * first.items) / first.value, value: reach }),
  ];
  return [
    `<path class="guide" stroke-dasharray="3 4" d="M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}"/>`,
  ];
};

const panelOf = (curves: Panel): string[] => {
  const frame: Frame = {
    x: domainOf(
      curves.flatMap(({ readings }) => readings.map(({ items }) => items)),
      1,
    ),
    y: domainOf(
      curves.flatMap(({ readings }) => readings.map(({ value }) => value)),
      3,
    ),
  };
  const [{ name, unit }] = curves;
  const grown = curves.map(
    ({ database, exponent, isWithinLimit }) =>
      [marks[database], `n^${twoPlaces(exponent)}${isWithinLimit ? '' : ' !'}`] as const,
  );
  return [
    text(6, 18, ['text name', name]),
    ...grown.map(([mark, power], index) => text(6 + index * 80, 34, [mark.name, `${mark.sign} ${power}`])),
    text(panel.left - 6, panel.top - 8, ['axis small', unit === 'ms' ? 'ms' : unit, 'end']),
    ...gridOf(frame),
    ...guideOf(frame, curves),
    ...curves.flatMap((curve) => curveOf(frame, curve)),
  ];
};

const sections: Record<Growing, string> = {
  account: 'What is touched stays the same while the account grows (items in the account)',
  touched: 'What is touched grows, in the largest account (items touched); dashed: linear',
};

/** Describes a picture in words. */
const describe = (curves: readonly Curve[]): string =>
  curves
    .map(({ name, growing, database, unit, readings, exponent }) => {
      const [first, last] = [readings[0], readings.at(-1)];
      const what = growing === 'account' ? 'items in the account' : 'items touched';
      return `${name}, ${database}: ${brief(first?.value ?? 0)} ${unit} with ${first?.items} ${what}, ${brief(last?.value ?? 0)} ${unit} with ${last?.items}; exponent ${twoPlaces(exponent)}.`;
    })
    .join(' ');

const sectionOf = (growing: Growing, panels: readonly Panel[], top: number) => {
  const parts = [text(margin + 6, top + 22, ['text section', sections[growing]])];
  for (const [index, curves] of panels.entries()) {
    const x = margin + (index % perRow) * panel.width;
    const y = top + sectionTop + Math.floor(index / perRow) * panel.height;
    parts.push(`<g transform="translate(${x} ${y})">`, ...panelOf(curves), '</g>');
  }
  return { parts, height: sectionTop + Math.ceil(panels.length / perRow) * panel.height };
};

const pictureOf = (topic: Topic, curves: readonly Curve[]): string => {
  const title = titles[topic];
  const key = databases.filter((database) => curves.some((curve) => curve.database === database));
  const parts = [
    text(margin + 6, 36, ['text title', title]),
    ...key.map((database, index) =>
      text(width - margin - 6 - (key.length - 1 - index) * 96, 36, [
        marks[database].name,
        `${marks[database].sign} ${database}`,
        'end',
      ]),
    ),
  ];
  let top = 50;
  for (const growing of ['account', 'touched'] as const) {
    const panels = panelsOf(curves.filter((curve) => curve.growing === growing));
    if (panels.length === 0) continue;
    const section = sectionOf(growing, panels, top);
    parts.push(...section.parts);
    top += section.height;
  }
  const height = top + margin;
  const what = curves.every(({ unit }) => unit === 'ms')
    ? 'Milliseconds of the processors’ time a call'
    : 'Milliseconds of the processors’ time, and memory';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escape(`${title}: cost as work grows`)}</title>`,
    `<desc id="desc">${escape(describe(curves))}</desc>`,
    `<style>${style}\n</style>`,
    `<rect class="sheet" width="${width}" height="${height}" rx="16"/>`,
    ...parts,
    text(margin + 6, height - 12, ['axis small', `${what}; both axes in powers of ten. n: items.`]),
    '</svg>',
    '',
  ].join('\n');
};

/** One picture for each topic of the curves. */
export const picturesOf = (curves: readonly Curve[]): { readonly topic: Topic; readonly svg: string }[] =>
  [...new Set(curves.map(({ topic }) => topic))].map((topic) => ({
    topic,
    svg: pictureOf(
      topic,
      curves.filter((curve) => curve.topic === topic),
    ),
  }));
