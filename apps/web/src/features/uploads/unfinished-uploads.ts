import type { ConflictChoice } from '@holdall/contract/files';
import { answerTo, createBrowserStore } from '#shared/lib/browser-store.ts';
import type { FileOrigin } from './file-origins.ts';
import { unfinishedUploadsDatabase } from './unfinished-uploads-flag.ts';

/** An unfinished upload, as the browser stores it across a reload. */
export interface UnfinishedUpload {
  readonly uploadName: string;
  /** The id of the user, or the path of the link. */
  readonly userId: string;
  /** The page that works on it. */
  readonly tab: string;
  readonly path: string;
  readonly parentId: string | null;
  readonly onConflict: ConflictChoice;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** The origin from which the file can be read again without being chosen; absent where the browser has no handles. */
  readonly origin?: FileOrigin;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

const inStore = createBrowserStore({
  database: unfinishedUploadsDatabase,
  store: 'uploads',
  keyPath: 'uploadName',
});

/** Returns all stored uploads, of every user and page. @throws if the browser stores nothing */
export const listUnfinished = (): Promise<UnfinishedUpload[]> =>
  inStore('readonly', (store) => answerTo(store.getAll() as IDBRequest<UnfinishedUpload[]>));

/** Stores some uploads and deletes others, in one transaction. @throws if the browser stores nothing */
export const updateUnfinished = (
  kept: readonly UnfinishedUpload[],
  forgotten: readonly UnfinishedUpload['uploadName'][],
): Promise<void> =>
  inStore('readwrite', (store) => {
    for (const name of forgotten) store.delete(name);
    for (const upload of kept) store.put(upload);
  });
