import { answerTo, createBrowserStore } from '#shared/lib/browser-store.ts';
import type { DecodedText } from './text-format.ts';

/** Unsaved text, as the browser stores it across a reload and the end of a session. */
export interface Draft extends DecodedText {
  /** The user, or the link of a guest: nobody else gets it back. */
  readonly owner: string;
  readonly itemId: string;
  /** The tag of the content that was edited. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type DraftKey = Pick<Draft, 'owner' | 'itemId'>;

/** Drafts that are stored at most; the oldest goes for a further one. */
export const maxDrafts = 20;

const keyOf = ({ owner, itemId }: DraftKey): [string, string] => [owner, itemId];

const inStore = createBrowserStore({
  database: 'holdall-drafts',
  store: 'drafts',
  keyPath: ['owner', 'itemId'],
  index: 'at',
});

/** Stores a draft in the place of an earlier one of the file. @returns false if the browser stores nothing */
export const storeDraft = async (draft: Draft): Promise<boolean> => {
  try {
    await inStore('readwrite', async (store) => {
      await answerTo(store.put(draft));
      const surplus = (await answerTo(store.count())) - maxDrafts;
      if (surplus <= 0) return;
      const oldest = await answerTo(store.index('at').getAllKeys(undefined, surplus));
      // The index answers the keys of the drafts themselves.
      await Promise.all(oldest.map((key) => answerTo(store.delete(key))));
    });
    return true;
  } catch {
    return false;
  }
};

/** Returns the unsaved text of a file, if the browser has some. */
export const findDraft = async (key: DraftKey): Promise<Draft | undefined> => {
  try {
    return await inStore('readonly', (store) =>
      answerTo<Draft | undefined>(store.get(keyOf(key)) as IDBRequest<Draft | undefined>),
    );
  } catch {
    return undefined;
  }
};

/** Deletes the unsaved text of a file. */
export const deleteDraft = async (key: DraftKey): Promise<void> => {
  await inStore('readwrite', (store) => answerTo(store.delete(keyOf(key)))).catch(() => undefined);
};
