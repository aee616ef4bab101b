import type { ConflictChoice } from '@holdall/contract/files';
import { uploadNameFor, type FillRandom } from './chunk-plan.ts';
import type { EntrySource } from './entry-upload.ts';
import {
  isRetryable,
  nameOf,
  type UploadEntry,
  type UploadFailure,
  type UploadSource,
} from './upload-entry.ts';
import { refusalOf, type UploadRules } from './upload-rules.ts';

export interface UploadEntriesDeps {
  readonly random: FillRandom;
  readonly rules: () => UploadRules;
  /** Called whenever an entry changes. */
  readonly onChange: () => void;
}

/** The origin of a source. */
export interface Origin {
  readonly parentId: string | null;
  readonly group: number;
  /** The server's action where the name is taken; with `refuse` the user is asked. */
  readonly onConflict: ConflictChoice;
}

/** All entries of the queue in the order of their arrival, with their sources. */
export interface UploadEntries {
  get(id: number): UploadEntry | undefined;
  sourceOf(id: number): EntrySource | undefined;
  ids(): Iterable<number>;
  list(): UploadEntry[];
  /** Creates an entry from a source: it waits, or fails if the rules refuse it. */
  admit(source: UploadSource, origin: Origin): UploadEntry;
  update(id: number, change: Partial<UploadEntry>): void;
  /** Sets the bytes that were sent along with another entry, whose own change shows them. */
  setSent(id: number, sent: number): void;
  /** Queues a failed entry again; returns true if that was possible. */
  renew(id: number): boolean;
  /** Queues an entry whose name is taken again, with a decision; the server keeps its part. */
  decide(id: number, onConflict: ConflictChoice): void;
  /** Releases the file of a finished entry. */
  release(id: number): void;
  remove(id: number): void;
  clear(): void;
}

const kindOf = ({ kind }: UploadSource): UploadEntry['kind'] => (kind === 'folder' ? 'folder' : 'file');

/** Reports whether an entry is an uploaded folder or lies in one. */
export const isInFolder = ({ kind, path }: UploadEntry): boolean => kind === 'folder' || path.includes('/');

/** Returns the upload that a source resumes, if it does. */
const continued = (source: UploadSource) => (source.kind === 'file' ? source.continues : undefined);

export function createUploadEntries({ random, rules, onChange }: UploadEntriesDeps): UploadEntries {
  const entries = new Map<number, UploadEntry>();
  const sources = new Map<number, EntrySource>();
  let lastId = 0;

  const refuse = (source: UploadSource): UploadFailure | undefined => {
    if (source.kind === 'unreadable') return { reason: 'unreadable', detail: '' };
    return source.kind === 'file' ? refusalOf(source.file, rules()) : undefined;
  };

  return {
    get: (id) => entries.get(id),
    sourceOf: (id) => sources.get(id),
    ids: () => entries.keys(),
    list: () => [...entries.values()],
    admit(source, { parentId, group, onConflict }) {
      lastId += 1;
      const id = lastId;
      const { path } = source;
      const file = source.kind === 'file' ? source.file : undefined;
      const name = nameOf(path);
      const failure = refuse(source);
      const entry: UploadEntry = {
        id,
        kind: kindOf(source),
        name,
        path,
        parentId,
        size: file?.size ?? 0,
        ...(file !== undefined && { lastModified: file.lastModified }),
        type: file?.type ?? '',
        sent: 0,
        failures: 0,
        ...(failure === undefined ? { state: 'waiting' } : { state: 'failed', failure }),
      };
      entries.set(id, entry);
      if (failure === undefined) {
        const before = continued(source);
        const upload = before ?? { uploadName: uploadNameFor(name, random), onConflict };
        sources.set(id, { file, group, ...upload, begun: before !== undefined });
      }
      return entry;
    },
    update(id, change) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entries.set(id, { ...entry, ...change });
      onChange();
    },
    setSent(id, sent) {
      const entry = entries.get(id);
      if (entry?.state === 'waiting') entries.set(id, { ...entry, sent });
    },
    renew(id) {
      const entry = entries.get(id);
      if (entry === undefined || !sources.has(id) || !isRetryable(entry)) return false;
      const { failure: _, ...rest } = entry;
      entries.set(id, { ...rest, state: 'waiting', sent: 0, failures: 0 });
      onChange();
      return true;
    },
    decide(id, onConflict) {
      const entry = entries.get(id);
      const source = sources.get(id);
      if (entry === undefined || source === undefined) return;
      sources.set(id, { ...source, onConflict });
      const { existing: _, ...rest } = entry;
      entries.set(id, { ...rest, state: 'waiting', sent: 0, failures: 0 });
      onChange();
    },
    release: (id) => void sources.delete(id),
    remove(id) {
      entries.delete(id);
      sources.delete(id);
    },
    clear() {
      entries.clear();
      sources.clear();
    },
  };
}
