import { existsSync } from 'node:fs';
import { listNames } from './manifests.ts';
import { refuse, RestoreRefusedError, type RestoreTarget } from './restore-target.ts';
import type { Restored, RestoreRequest } from './restore.types.ts';

/**
 * Restores an installation from a backup, completely or in a state that no server uses. An interrupted restore is
 * resumed.
 *
 * @throws RestoreRefusedError if there is an installation already, or the backup is incomplete
 */
export const restoreBackup = async (request: RestoreRequest, target: RestoreTarget): Promise<Restored> => {
  if (!existsSync(request.root)) refuse(`There is no folder ${request.root}.`);
  // Checked first, because opening any other folder would turn it into one of backups.
  const latest = (await listNames(request.root))[0] ?? refuse(`There is no backup in ${request.root}.`);
  const backups = await target.readBackups(request.root);
  if (backups === undefined)
    throw new RestoreRefusedError(`A backup is being made in ${request.root}. Wait until it is done.`);
  try {
    // A start of the server does not load what a restore alone needs.
    const { restoreFrom } = await import('./restore-from.ts');
    return await restoreFrom(backups, { ...request, name: request.name ?? latest }, target);
  } finally {
    backups.release();
  }
};
