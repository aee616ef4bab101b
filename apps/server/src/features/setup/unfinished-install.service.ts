import { brandImages } from '@holdall/contract/images';
import type { SetupImage } from '@holdall/contract/setup';
import type { Db } from '#db/database.ts';
import type { ImagesService } from '#features/images/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';
import { hasDraftMarker, removeDraftMarker } from './draft-marker.repo.ts';
import { draftOf } from './draft.rules.ts';

export interface InstallCompletionDeps {
  readonly draftStore: SetupDraftStore;
  readonly db: Db;
  readonly users: UsersService;
  readonly images: ImagesService;
  /** Removes a database that this server began with, and that was never used. */
  readonly removeUnusedDatabase: () => Promise<void>;
  /** Receives an image that cannot be decoded after all; the installation continues without it. */
  readonly onUndecodable: (name: SetupImage, error: unknown) => void;
}

const sent = async function* (bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
};
const facts = { address: '', userAgent: '' };
const formOk = async (): Promise<void> => undefined;

/**
 * Completes an installation by the wizard: stores its images, then deletes the draft. It is idempotent, and does
 * nothing if nothing is left. A draft that does not belong to this installation is deleted without storing
 * anything.
 */
export const createInstallCompletion = (deps: InstallCompletionDeps): (() => Promise<void>) => {
  const { draftStore, db, users, images, removeUnusedDatabase, onUndecodable } = deps;

  const storeImage = async (actor: UserActor, name: SetupImage, bytes: Buffer): Promise<void> => {
    const brand = brandImages.find((known) => known === name);
    if (brand === undefined) await images.setAvatar(actor, sent(bytes), formOk);
    else await images.setBrandImage(actor, { bytes: sent(bytes), nameOf: async () => brand }, facts);
  };

  const storeImages = async (email: string): Promise<void> => {
    const admin = await users.findByEmail(email);
    if (admin === undefined) return;
    const can = { canUpload: true, canDownload: true, canCreateFolder: true };
    const actor: UserActor = { kind: 'user', id: admin.id, role: 'admin', ...can };
    for (const name of draftStore.listImages()) {
      const bytes = draftStore.readImage(name);
      try {
        if (bytes !== undefined) await storeImage(actor, name, bytes);
      } catch (error) {
        if (!(error instanceof AppError) || !error.code.startsWith('picture.')) throw error;
        onUndecodable(name, error);
      }
      // One after the other, so that an image stays stored whenever the process ends.
      draftStore.removeImage(name);
    }
  };

  return async () => {
    const draft = draftOf(draftStore.readDraft());
    if (draft !== undefined && (await hasDraftMarker(db, draft.id))) {
      if (draft.admin !== null) await storeImages(draft.admin.email);
      await removeUnusedDatabase();
      await removeDraftMarker(db);
    }
    draftStore.clear();
  };
};
