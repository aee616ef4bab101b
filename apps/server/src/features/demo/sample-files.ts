import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FilesService } from '#features/files/index.ts';
import type { UploadsService } from '#features/uploads/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { sampleFolders } from './demo.rules.ts';

const samples = new URL('samples/', import.meta.url);

/** Errors by which the administrator's settings refuse a file; such a sample is omitted. */
const unwanted: ReadonlySet<string> = new Set(['upload.over_limit', 'upload.blocked_type']);

/** Uploads the sample files to an account like any other upload. */
export type PlantSamples = (actor: UserActor) => Promise<void>;

export interface SamplesDeps {
  readonly files: Pick<FilesService, 'createFolder'>;
  readonly uploads: Pick<UploadsService, 'receive'>;
}

export const createSamples = ({ files, uploads }: SamplesDeps): PlantSamples => {
  const upload = async (actor: UserActor, file: URL, parentId: string | null): Promise<void> => {
    const name = decodeURIComponent(file.pathname.split('/').at(-1) ?? '');
    const bytes = createReadStream(file);
    try {
      await uploads.receive(
        actor,
        {
          target: { parentId, path: [], name, onConflict: 'rename' },
          lastModified: null,
          declaredType: undefined,
          extension: '',
          uploadId: undefined,
          offset: 0,
          size: undefined,
          length: undefined,
          expected: undefined,
          isLast: true,
        },
        Object.assign(bytes, { abort: () => void bytes.destroy() }),
      );
    } catch (error) {
      if (!(error instanceof AppError && unwanted.has(error.code))) throw error;
    } finally {
      // An upload that refuses a file may not have begun to read it.
      bytes.destroy();
    }
  };
  const uploadAll = async (actor: UserActor, folder: URL, parentId: string | null): Promise<void> => {
    const entries = await readdir(fileURLToPath(folder), { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isFile()))
      await upload(actor, new URL(encodeURIComponent(name), folder), parentId);
  };
  return async (actor) => {
    for (const { name, emoji, color } of sampleFolders) {
      const { id } = await files.createFolder(actor, { name, emoji, color, on_conflict: 'reuse' });
      await uploadAll(actor, new URL(`${name}/`, samples), id);
    }
    await uploadAll(actor, samples, null);
  };
};
