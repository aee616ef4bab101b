import { versionLimits } from '@holdall/contract/versions';
import type { Db } from '#db/database.ts';
import type { DownloadsService, FileBytes } from '#features/downloads/index.ts';
import { type FilesService, notedName } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { type GuestActor, principalOfLink, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { comparedWith, type Retention, retentionOf } from './thinning.rules.ts';
import { versionNotFound } from './versions.errors.ts';
import { countVersions, findVersion, listNames, listVersions, type VersionsOf } from './versions.repo.ts';
import { idsOfPrincipals, noteOfVersion } from './versions.rules.ts';
import type { VersionContent, VersionsPage } from './versions.types.ts';

type Actor = UserActor | GuestActor;

export interface VersionRef {
  readonly id: string;
  readonly version: string;
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
}

export interface VersionsDeps {
  readonly db: Db;
  readonly files: FilesService;
  readonly downloads: Pick<DownloadsService, 'bytesOf'>;
  readonly settings: Pick<SettingsService, 'current'>;
}

/** Returns the versions of a file that the actor may see. */
const seenBy = (actor: Actor, itemId: string): VersionsOf => ({
  itemId,
  storedBy: actor.kind === 'guest' ? principalOfLink(actor.linkId) : undefined,
});

export const createVersionsService = ({ db, files, downloads, settings }: VersionsDeps): VersionsService => {
  const requireVersion = async (actor: Actor, { id, version }: VersionRef): Promise<VersionContent> => {
    const found = await findVersion(db, seenBy(actor, id), version);
    if (found === undefined) throw versionNotFound();
    return found;
  };

  return {
    list: async (actor, id, { before }) => {
      const { item, blob } = await files.getDetails(actor, id);
      if (item.type !== 'file' || blob === undefined) throw new AppError('item.not_found');
      const [kept, of] = [retentionOf(await settings.current()), seenBy(actor, id)];
      const limit = versionLimits.page + 1;
      const [found, totals] = await Promise.all([
        listVersions(db, { ...of, before, limit, compared: comparedWith(kept) }),
        countVersions(db, of),
      ]);
      const versions = found.slice(0, versionLimits.page);
      const current = { storedAt: blob.created_at, storedBy: blob.stored_by };
      const principals = idsOfPrincipals([current.storedBy, ...versions.map((row) => row.stored_by)]);
      const names = new Map((await listNames(db, principals)).map((one) => [one.id, one.name]));
      return { versions, more: found.length > versions.length, ...totals, current, names, retention: kept };
    },
    open: async (actor, ref, options) => {
      const item = await files.resolve(actor, ref.id, 'download');
      const { version, blob } = await requireVersion(actor, ref);
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
  };
};
