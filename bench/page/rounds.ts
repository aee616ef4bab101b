/** Shared code of the page's tables. */
import { fileNameOf, type Filled } from '../servers/server-under-test.ts';
import type { Entrant, Score, Stage } from '../comparisons/comparison.ts';
import { slowDown, type Visit } from './visitor.ts';

/** Ends a table's name. */
export const slowly = `, processor ${slowDown} × slower`;

/** Each round's work is done once, whichever of its tables asks first; where it must be quick, nothing warms up. */
export const once = <Came>(
  { quick }: Stage,
  work: () => Promise<Came>,
): ((round: number) => Promise<Came>) => {
  const came = new Map<number, Promise<Came>>();
  return (round) => {
    const key = quick ? 0 : round;
    const begun = came.get(key) ?? work();
    came.set(key, begun);
    return begun;
  };
};

/** Entrants that are parts of what one round comes to. */
export const partsOf = <Came>(
  runRound: (round: number) => Promise<Came>,
  parts: Readonly<Record<string, (came: Came) => Score>>,
): Entrant[] =>
  Object.entries(parts).map(([name, part]) => ({ name, run: async (round) => part(await runRound(round)) }));

export const filledOf = ({ filled }: Stage, name: string): Filled => {
  const folder = filled.find((one) => one.name === name);
  if (folder === undefined) throw new Error(`there is no folder ${name}`);
  return folder;
};

export const pathOf = ({ holdall }: Stage, name: string): string =>
  `/platform/files/${holdall.idOf(name)}?sort=name&dir=ASC`;

export const rowOf = ({ page }: Visit, index: number) =>
  page.getByRole('rowheader', { name: fileNameOf(index), exact: true });

/** Opens a folder. @returns seconds of the main thread's work until the first row was there; what loads after it is, too */
export const openFolder = async (visit: Visit, path: string): Promise<number> => {
  await visit.page.goto(path, { waitUntil: 'commit' });
  await visit.firstRow;
  const cpuSeconds = await visit.cpuSeconds();
  await visit.page.waitForLoadState('networkidle');
  return cpuSeconds;
};
