import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { listNodes, type SeenNode } from './nodes.repo.ts';

/** Milliseconds between two polls. */
const pollEvery = 250;

/**
 * Waits for a heartbeat of the server that has the same name in another folder. A machine that was restarted has
 * another folder identity, and its old row counts as running for a while.
 *
 * @param patience milliseconds within which a running server sends a heartbeat
 * @returns the row, if it got no heartbeat
 */
export const findStaleNode = async (
  db: Db,
  {
    id,
    folderIdentity,
    patience,
  }: { readonly id: string; readonly folderIdentity: string; readonly patience: number },
): Promise<SeenNode | undefined> => {
  const find = async () => (await listNodes(db)).find((node) => node.id === id && node.alive);
  const first = await find();
  if (first === undefined || first.folder_identity === folderIdentity) return undefined;
  for (const until = performance.now() + patience; performance.now() < until;) {
    await delay(pollEvery);
    const node = await find();
    if (node?.run !== first.run || node.seen_at !== first.seen_at) return undefined;
  }
  return first;
};
