import { session } from '#shared/session/session.ts';
import { mayRead, readOrigin } from './file-origins.ts';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
import { nameOf, type UploadSource } from './upload-entry.ts';
import type { UploadRecorder } from './upload-recorder.ts';
import type { UploadQueue } from './upload-queue.types.ts';
import type { UploadTransport } from './upload-transport.ts';
import { interruptedUploads } from './uploads.store.ts';

export interface InterruptedUploads {
  /** Finds uploads that no page works on, and offers them. */
  look(): Promise<void>;
  /** Withdraws the offer without forgetting the uploads. */
  hide(): void;
  /** Resumes uploads whose files the browser can read again. Allowed only after a press of the user. */
  resume(): Promise<void>;
  /** Resumes the uploads of the chosen files. @returns true if there was one, or if none is left to resume */
  resumeWith(files: readonly File[]): Promise<boolean>;
  /** Forgets the uploads, in the browser and on the server. */
  discard(): Promise<void>;
}

export interface InterruptedDeps {
  readonly recorder: Pick<UploadRecorder, 'adopt' | 'interrupted' | 'forget'>;
  readonly transport: Pick<UploadTransport, 'forget'>;
  readonly queue: Pick<UploadQueue, 'open'>;
  readonly userId: () => string | undefined;
}

interface Match {
  readonly upload: UnfinishedUpload;
  readonly file: File;
}

/** Reports whether a file is still the one that the server has a part of. */
const isSame = ({ size, lastModified }: UnfinishedUpload, file: File): boolean =>
  file.size === size && file.lastModified === lastModified;

/**
 * Reports whether one path is the end of the other: the user may choose a folder above or below the one of the first
 * time.
 */
const endAlike = (a: string, b: string): boolean => `/${a}`.endsWith(`/${b}`) || `/${b}`.endsWith(`/${a}`);

const pathOf = ({ webkitRelativePath, name }: File): string => webkitRelativePath || name;

/**
 * Finds the files of uploads among the chosen ones: by their paths, else by the ends of their paths if the match is
 * unique. Files of one name, length and time need not be the same, and a wrong end would corrupt a file.
 */
const matchesOf = (uploads: readonly UnfinishedUpload[], files: readonly File[]): Match[] => {
  const byPath = Map.groupBy(files, pathOf);
  const exact = uploads.flatMap((upload) => {
    const file = byPath.get(upload.path)?.find((other) => isSame(upload, other));
    return file === undefined ? [] : [{ upload, file }];
  });
  const found = new Set<unknown>(exact.flatMap(({ upload, file }) => [upload, file]));
  const byName = Map.groupBy(
    files.filter((file) => !found.has(file)),
    ({ name }) => name,
  );
  const pairs = uploads
    .filter((upload) => !found.has(upload))
    .flatMap((upload) =>
      (byName.get(nameOf(upload.path)) ?? [])
        .filter((file) => isSame(upload, file) && endAlike(pathOf(file), upload.path))
        .map((file) => ({ upload, file })),
    );
  const [byUpload, byFile] = [
    Map.groupBy(pairs, (pair) => pair.upload),
    Map.groupBy(pairs, (pair) => pair.file),
  ];
  const isOnly = ({ upload, file }: Match): boolean =>
    byUpload.get(upload)?.length === 1 && byFile.get(file)?.length === 1;
  return [...exact, ...pairs.filter(isOnly)];
};

/** Offers, resumes and discards uploads that a reload has interrupted. */
export const createInterrupted = ({
  recorder,
  transport,
  queue,
  userId,
}: InterruptedDeps): InterruptedUploads => {
  const enqueue = (matches: readonly Match[]): void => {
    const resumed = new Set(matches.map(({ upload }) => upload));
    interruptedUploads.set((uploads) => uploads.filter((upload) => !resumed.has(upload)));
    recorder.adopt(matches.map(({ upload }) => upload.uploadName));
    for (const [parentId, group] of Map.groupBy(matches, ({ upload }) => upload.parentId)) {
      const opened = queue.open(parentId);
      opened.add(
        group.map(({ upload: { path, uploadName, onConflict }, file }): UploadSource => {
          return { kind: 'file', file, path, continues: { uploadName, onConflict } };
        }),
      );
      opened.close();
    }
  };

  /** Returns a function that reports whether the current session still lasts. */
  const watchSession = (): (() => boolean) => {
    const user = userId();
    const { ended } = session.get();
    return () => userId() === user && session.get().ended === ended;
  };

  /** Returns the uploads that no page works on; none where the browser stores nothing. */
  const free = async (): Promise<readonly UnfinishedUpload[]> => {
    const user = userId();
    return user === undefined ? [] : recorder.interrupted(user).catch(() => []);
  };

  /** Withdraws uploads that another page, which offered the same ones, has resumed or forgotten. */
  const offerFree = async (isOurs: () => boolean): Promise<void> => {
    const names = new Set((await free()).map(({ uploadName }) => uploadName));
    if (!isOurs()) return;
    interruptedUploads.set((uploads) => uploads.filter(({ uploadName }) => names.has(uploadName)));
  };

  return {
    async look() {
      const isOurs = watchSession();
      const found = await free();
      if (isOurs()) interruptedUploads.set(found);
    },
    hide: () => interruptedUploads.set([]),
    async resume() {
      const isOurs = watchSession();
      await offerFree(isOurs);
      if (!isOurs()) return;
      const matches: Match[] = [];
      for (const upload of interruptedUploads.get()) {
        const { origin } = upload;
        // The browser shows one question at a time.
        const file = origin !== undefined && (await mayRead(origin)) ? await readOrigin(origin) : undefined;
        if (!isOurs()) return;
        if (file !== undefined && isSame(upload, file)) matches.push({ upload, file });
      }
      // Some may have been discarded, or chosen again, while the browser asked.
      const offered = new Set(interruptedUploads.get());
      enqueue(matches.filter(({ upload }) => offered.has(upload)));
      // A file that could not be read again must be chosen by the user.
      interruptedUploads.set((uploads) => uploads.map(({ origin: _origin, ...upload }) => upload));
    },
    async resumeWith(files) {
      const isOurs = watchSession();
      await offerFree(isOurs);
      if (!isOurs()) return true;
      const uploads = interruptedUploads.get();
      const matches = matchesOf(uploads, files);
      enqueue(matches);
      return matches.length > 0 || uploads.length === 0;
    },
    async discard() {
      const isOurs = watchSession();
      await offerFree(isOurs);
      if (!isOurs()) return;
      const uploads = interruptedUploads.get();
      interruptedUploads.set([]);
      await recorder.forget(uploads);
      // The requests are best effort and sequential: the server clears leftovers away by itself.
      for (const { uploadName } of uploads) await transport.forget(uploadName).catch(() => undefined);
    },
  };
};
