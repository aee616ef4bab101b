import { type JobsService, JobFailedError } from '#features/jobs/index.ts';
import type { Clock } from '#ports/clock.ts';
import { countDamagedFiles, findBlobOfItem, listDamagedFiles } from './damage.repo.ts';
import type { DamagePage, IntegritySummary, RestoreResult } from './damage.types.ts';
import { type FileRestoreDeps, restoreFiles } from './file-restore.ts';
import { findResult, saveResult } from './results.repo.ts';
import { RestoreRefusedError } from './restore-target.ts';
import { readScrubState } from './scrubber.service.ts';
import type { Failure } from './maintenance.types.ts';

/** The administration of damaged files. */
export interface DamageService {
  summary(): Promise<IntegritySummary>;
  list(part: { readonly offset: number; readonly limit: number }): Promise<DamagePage>;
  /** Starts restoring files from backups in the background. @param itemId undefined for all damaged ones */
  restore(itemId: string | undefined): Promise<void>;
}

export interface DamageDeps extends FileRestoreDeps {
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'handle' | 'enqueue' | 'isOpen' | 'page'>;
  /** Called after damage may have been found or repaired. */
  readonly onChecked: () => Promise<void>;
  /** The folder of backups. */
  readonly root: string;
}

const kind = 'files.restore';

export const createDamageService = (deps: DamageDeps): DamageService => {
  const { db, clock, jobs, root, onChecked } = deps;

  const summary = async (): Promise<IntegritySummary> => ({
    state: await readScrubState(db),
    damaged: await countDamagedFiles(db),
  });

  jobs.handle(kind, {
    maxAttempts: 1,
    run: async (payload, { signal }) => {
      const { itemId } = payload as { readonly itemId?: string };
      const blob = itemId === undefined ? undefined : await findBlobOfItem(db, itemId);
      if (itemId !== undefined && blob === undefined) return;
      try {
        const { restored, sound, lacking, encrypted } = await restoreFiles(deps, {
          root,
          signal,
          // A server has no identity: its encrypted backups can only be read elsewhere.
          identities: [],
          blobs: blob === undefined ? undefined : [blob],
        });
        const result: RestoreResult = { at: clock.now(), restored: restored + sound, lacking, encrypted };
        await saveResult(db, { name: 'maintenance:restored', value: JSON.stringify(result), at: result.at });
      } catch (error) {
        if (error instanceof RestoreRefusedError) throw new JobFailedError(error.message);
        throw error;
      }
      await onChecked();
    },
  });

  /** Returns the error of the last attempt, unless a later one succeeded. */
  const failureSince = async (since: number): Promise<Failure | undefined> => {
    const { rows } = await jobs.page({ kind, state: 'dead', offset: 0, limit: 1 });
    const [row] = rows;
    if (row === undefined || row.created_at <= since) return undefined;
    return { at: row.finished_at ?? row.created_at, reason: row.last_error ?? '' };
  };

  return {
    summary,
    list: async (part) => {
      const found = await findResult(db, 'maintenance:restored');
      const restored = found === undefined ? undefined : (JSON.parse(found) as RestoreResult);
      return {
        ...(await summary()),
        files: await listDamagedFiles(db, part),
        isRestoring: await jobs.isOpen(kind),
        restored,
        failure: await failureSince(restored?.at ?? 0),
      };
    },
    restore: (itemId) =>
      jobs.enqueue([{ kind, dedupeKey: itemId ?? 'all', payload: itemId === undefined ? {} : { itemId } }]),
  };
};
