import type { SetupImage } from '@holdall/contract/setup';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';

/** A draft store for an installation in one go: it keeps nothing after the process. */
export const createMemorySetupDraftStore = (): SetupDraftStore => {
  let kept: unknown;
  const images = new Map<SetupImage, Buffer>();
  return {
    readDraft: () => kept,
    writeDraft: (draft) => {
      kept = draft;
    },
    listImages: () => [...images.keys()],
    readImage: (name) => images.get(name),
    writeImage: (name, bytes) => {
      images.set(name, bytes);
    },
    removeImage: (name) => {
      images.delete(name);
    },
    code: () => '',
    clear: () => {
      kept = undefined;
      images.clear();
    },
  };
};
