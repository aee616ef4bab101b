import { mayRead, readOrigin } from './file-origins.ts';
import type { KeptUpload } from './kept-uploads.ts';
import type { UploadSource } from './upload-entry.ts';
import type { UploadKeeper } from './upload-keeper.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadTransport } from './upload-transport.ts';
import { interruptedUploads } from './uploads.store.ts';

export interface InterruptedUploads {
  /** Looks for uploads that no page is busy with, and offers them. */
  look(): Promise<void>;
  /** Takes the offer away; nothing is forgotten. */
  hide(): void;
  /** Goes on with those whose files the browser can read again. Only follows from a press of the user. */
  goOn(): Promise<void>;
  /** Goes on with those that are among the chosen files. @returns how many were */
  goOnWith(files: readonly File[]): number;
  /** Forgets them, here and on the server. */
  discard(): Promise<void>;
}

export interface InterruptedDeps {
  readonly keeper: Pick<UploadKeeper, 'interrupted' | 'forget'>;
  readonly transport: Pick<UploadTransport, 'forget'>;
  readonly queue: Pick<UploadQueue, 'open'>;
  readonly userId: () => string | undefined;
}

interface Match {
  readonly upload: KeptUpload;
  readonly file: File;
}

/** Whether a file is still the one whose beginning the server has. */
const isSame = ({ size, lastModified }: KeptUpload, file: File): boolean =>
  file.size === size && file.lastModified === lastModified;

/** The file of an upload among some that were chosen: by its path below a chosen folder, else by its name. */
const fileOf = (upload: KeptUpload, files: readonly File[]): File | undefined =>
  files.find((file) => isSame(upload, file) && file.webkitRelativePath === upload.path) ??
  files.find((file) => isSame(upload, file) && upload.path.split('/').at(-1) === file.name);

/** What a reload has interrupted: offered, gone on with, or forgotten. */
export const createInterrupted = ({
  keeper,
  transport,
  queue,
  userId,
}: InterruptedDeps): InterruptedUploads => {
  const resume = (matches: readonly Match[]): void => {
    const resumed = new Set(matches.map(({ upload }) => upload));
    interruptedUploads.set((uploads) => uploads.filter((upload) => !resumed.has(upload)));
    for (const [parentId, group] of Map.groupBy(matches, ({ upload }) => upload.parentId)) {
      const batch = queue.open(parentId);
      batch.add(
        group.map(({ upload: { path, uploadName, onConflict }, file }): UploadSource => {
          return { kind: 'file', file, path, continues: { uploadName, onConflict } };
        }),
      );
      batch.close();
    }
  };

  return {
    async look() {
      const user = userId();
      if (user !== undefined) interruptedUploads.set(await keeper.interrupted(user));
    },
    hide: () => interruptedUploads.set([]),
    async goOn() {
      const matches: Match[] = [];
      for (const upload of interruptedUploads.get()) {
        const { origin } = upload;
        // The browser asks one question at a time.
        if (origin === undefined || !(await mayRead(origin))) continue;
        const file = await readOrigin(origin);
        if (file !== undefined && isSame(upload, file)) matches.push({ upload, file });
      }
      resume(matches);
      // What could not be read again must be chosen.
      interruptedUploads.set((uploads) => uploads.map(({ origin: _, ...upload }) => upload));
    },
    goOnWith(files) {
      const matches = interruptedUploads.get().flatMap((upload) => {
        const file = fileOf(upload, files);
        return file === undefined ? [] : [{ upload, file }];
      });
      resume(matches);
      return matches.length;
    },
    async discard() {
      const uploads = interruptedUploads.get();
      interruptedUploads.set([]);
      await keeper.forget(uploads);
      // Best effort and one by one: what is left behind, the server clears away by itself.
      for (const { uploadName } of uploads) await transport.forget(uploadName).catch(() => undefined);
    },
  };
};
