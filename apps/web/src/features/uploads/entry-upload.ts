import type { ConflictChoice, Item } from '@holdall/contract/files';
import { createAttempts } from './attempts.ts';
import { uploadFile, type FileUploadDeps, type FileUploadHooks } from './file-upload.ts';
import { UploadStopped } from './transfer-error.ts';
import type { UploadEntry } from './upload-entry.ts';
import type { UploadJob } from './upload-transport.ts';
import { refusalOf, type UploadRules } from './upload-rules.ts';

export interface EntryUploadDeps extends FileUploadDeps {
  /** Returns the rules. It is called for every file, since an administrator may change them meanwhile. */
  readonly rules: () => UploadRules;
}

/** The source of an entry. */
export interface EntrySource {
  /** Undefined if the entry is an empty folder. */
  readonly file: File | undefined;
  readonly group: number;
  readonly uploadName: string;
  /** The server's action where the name is taken. */
  readonly onConflict: ConflictChoice;
  /** True if the server may have a part of it. */
  begun: boolean;
  /** True if the server has confirmed that it has a part. */
  isConfirmed?: boolean;
  /**
   * The time at which a request with its last byte was sent, so that the server may have stored it: milliseconds since
   * 1970.
   */
  lastSentAt?: number | undefined;
}

/** The upload of a file. */
export const jobOf = (
  { path, parentId }: UploadEntry,
  { uploadName, onConflict }: EntrySource,
  file: File,
): UploadJob => ({ uploadName, file, path, parentId, onConflict });

async function createFolder(
  deps: EntryUploadDeps,
  entry: UploadEntry,
  hooks: FileUploadHooks,
): Promise<Item> {
  const attempts = createAttempts(deps, hooks);
  for (;;) {
    try {
      hooks.onLastPart();
      return await deps.transport.createFolder(entry.path, entry.parentId, hooks.signal);
    } catch (error) {
      await attempts.failed(error, 'folder');
    }
  }
}

/** Sends the file or the empty folder of an entry. Throws `UploadStopped` when it gives up. */
export async function uploadEntry(
  deps: EntryUploadDeps,
  entry: UploadEntry,
  { source, ...hooks }: FileUploadHooks & { readonly source: EntrySource },
): Promise<Item> {
  const { file, begun } = source;
  if (file === undefined) return createFolder(deps, entry, hooks);
  const rules = deps.rules();
  const refusal = refusalOf(file, rules);
  if (refusal !== undefined) throw new UploadStopped(refusal);
  source.begun = true;
  return uploadFile(deps, jobOf(entry, source, file), { ...hooks, begun, chunkSize: rules.chunkSize });
}
