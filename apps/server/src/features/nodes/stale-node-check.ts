import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { listNodes, type SeenNode } from './nodes.repo.ts';

/** Milliseconds between two looks. */
const lookEvery = 250;

/**
 * Waits whether the server that goes by a name elsewhere gives a sign of life: what a machine left that was switched off
 * and on again, which is another place then, counts as running for a while.
 *
 * @param patience milliseconds in which a server that runs gives one
 * @returns what it has left, if it has given none
 */
export const findStaleNode = async (
  db: Db,
  { id, place, patience }: { readonly id: string; readonly place: string; readonly patience: number },
): Promise<SeenNode | undefined> => {
  const find = async () => (await listNodes(db)).find((node) => node.id === id && node.alive);
  const first = await find();
  if (first === undefined || first.place === place) return undefined;
  for (const until = performance.now() + patience; performance.now() < until;) {
    await delay(lookEvery);
    const node = await find();
    if (node?.run !== first.run || node.seen_at !== first.seen_at) return undefined;
  }
  return first;
};
