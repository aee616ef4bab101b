import { versionLimits } from '@holdall/contract/version-limits';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { DownloadsService, FileBytes } from '#features/downloads/index.ts';
import { type FilesService, notedName } from '#features/files/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { EvictionDeps, UsageService } from '#features/usage/index.ts';
import { type GuestActor, originOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { filesEvent } from '#ports/events.ts';
import { createRestore, type RestoreDeps, type RestoreVersion } from './restore-version.ts';
import { evictOldest, releaseVersions } from './remove-versions.ts';
import { createEvictionNotice, type EvictionNoticeDeps } from './eviction-notice.ts';
import { comparedWith, nextThinning, retentionOf } from './thinning.rules.ts';
import { createThinning, type ThinningDeps } from './thinning.task.ts';
import { versionNotFound } from './versions.errors.ts';
import {
  countVersions,
  findVersion,
  listNames,
  listVersions,
  removeVersions,
  sumEvictable,
  updateLabel,
} from './versions.repo.ts';
import { idsOfPrincipals, labelChangeOf, noteOfVersion, seenBy } from './versions.rules.ts';
import type {
  PrincipalNames,
  Retention,
  StoredVersion,
  Storing,
  VersionRef,
  VersionsPage,
} from './versions.types.ts';

type Actor = UserActor | GuestActor;

/** A version, and the facts that it is presented with. */
export interface VersionDetails {
  readonly version: StoredVersion;
  readonly names: PrincipalNames;
  readonly retention: Retention;
}

/** The earlier contents of files. Guests see only those that were stored through their link. */
export interface VersionsService {
  /** Lists a file's versions, newest first; of folders there are none. @throws item.not_found */
  list(
    actor: Actor,
    id: string,
    page: { readonly before?: string | undefined },
  ): Promise<VersionsPage & { readonly retention: Retention }>;
  /** @throws item.not_found, version.not_found, item.damaged (opening the bytes, too), download.disabled */
  open(actor: Actor, ref: VersionRef, options: { readonly attachment: boolean }): Promise<FileBytes>;
  /** Pins or names a version, which is then never thinned out. @throws item.not_found, version.not_found */
  update(
    actor: UserActor,
    ref: VersionRef,
    change: { readonly pinned?: boolean | undefined; readonly label?: string | undefined },
  ): Promise<VersionDetails>;
  restore: RestoreVersion;
  /** Deletes a version for good, pinned or not. @throws item.not_found, version.not_found */
  remove(actor: UserActor, ref: VersionRef): Promise<void>;
  /** Deletes the oldest versions of an account that nobody has pinned, under its `lockEviction`. */
  evictVersions: EvictionDeps['evictVersions'];
  evictableBytes: EvictionDeps['evictableBytes'];
  /** Removes the versions whose time is over. */
  thin(signal: AbortSignal): Promise<void>;
  /** Plans the next thinning; called from time to time. */
  sweep(): Promise<void>;
}

export interface VersionsDeps
  extends ThinningDeps, RestoreDeps, Pick<EvictionNoticeDeps, 'activity' | 'mail'> {
  readonly usage: UsageService;
  readonly files: FilesService;
  readonly downloads: Pick<DownloadsService, 'bytesOf'>;
  readonly jobs: JobsService;
}

const jobKind = 'versions.thin';

export const createVersionsService = (deps: VersionsDeps): VersionsService => {
  const { db, clock, events, files, downloads, settings, jobs } = deps;
  const thin = createThinning(deps);
  const announceEviction = createEvictionNotice(deps);
  jobs.handle(jobKind, { run: (_payload, { signal }) => thin(signal) });

  const retentionNow = async (): Promise<Retention> => retentionOf(await settings.current());
  const namesOf = async (on: Db, storings: readonly Pick<Storing, 'storedBy'>[]): Promise<PrincipalNames> => {
    const ids = idsOfPrincipals(storings.map(({ storedBy }) => storedBy));
    return new Map((await listNames(on, ids)).map(({ id, name }) => [id, name]));
  };
  const storingOf = ({ stored_at: storedAt, stored_by: storedBy }: StoredVersion): Storing => ({
    storedAt,
    storedBy,
  });

  return {
    list: async (actor, id, { before }) => {
      const { item, blob } = await files.getDetails(actor, id);
      if (item.type !== 'file' || blob === undefined) throw new AppError('item.not_found');
      const [rules, of] = [await retentionNow(), seenBy(actor, id)];
      const limit = versionLimits.page + 1;
      const [found, totals] = await Promise.all([
        listVersions(db, { ...of, before, limit, compared: comparedWith(rules) }),
        countVersions(db, of),
      ]);
      const versions = found.slice(0, versionLimits.page);
      const current = { storedAt: blob.created_at, storedBy: blob.stored_by };
      const names = await namesOf(db, [current, ...versions.map(storingOf)]);
      return { versions, more: found.length > versions.length, ...totals, current, names, retention: rules };
    },
    open: async (actor, ref, options) => {
      const item = await files.resolve(actor, ref.id, 'download');
      const found = await findVersion(db, seenBy(actor, ref.id), ref.version);
      if (found === undefined) throw versionNotFound();
      const { version, blob } = found;
      if (blob.damaged_at !== null) throw new AppError('item.damaged');
      const content = {
        ownerId: item.owner_id,
        name: notedName(item.name, noteOfVersion(blob.created_at), 'file'),
        mimetype: version.mimetype,
        modifiedAt: version.modified_at,
        blob,
      };
      return downloads.bytesOf(actor, content, options);
    },
    update: async (actor, ref, change) => {
      const item = await files.resolve(actor, ref.id, 'rename');
      const of = { id: ref.version, itemId: item.id };
      if (!(await updateLabel(db, of, labelChangeOf(change)))) throw versionNotFound();
      events.publish(filesEvent({ ownerId: actor.id, origin: originOf(actor), itemIds: [item.id] }));
      const rules = await retentionNow();
      const one = { ...seenBy(actor, item.id), id: ref.version, limit: 1, compared: comparedWith(rules) };
      const [version] = await listVersions(db, one);
      if (version === undefined) throw versionNotFound();
      return { version, names: await namesOf(db, [storingOf(version)]), retention: rules };
    },
    restore: createRestore(deps),
    remove: async (actor, ref) => {
      const item = await files.resolve(actor, ref.id, 'rename');
      await inTransaction(db, async (trx) => {
        const removed = await removeVersions(trx, { ids: [ref.version], itemId: item.id });
        if (removed.length === 0) throw versionNotFound();
        await releaseVersions(trx, deps, { ownerId: actor.id, now: clock.now(), removed });
      });
      const changed = { itemIds: [item.id], storage: true };
      events.publish(filesEvent({ ownerId: actor.id, origin: originOf(actor), ...changed }));
    },
    evictVersions: async (trx, eviction) => {
      const dropped = await evictOldest(trx, deps, { ...eviction, now: clock.now() });
      if (dropped > 0) await announceEviction(trx, eviction.ownerId);
    },
    evictableBytes: (on, scope) => sumEvictable(on, { ...scope, now: clock.now() }),
    thin,
    sweep: () =>
      jobs.enqueue([{ kind: jobKind, payload: {}, dedupeKey: 'all', runAt: nextThinning(clock.now()) }]),
  };
};
