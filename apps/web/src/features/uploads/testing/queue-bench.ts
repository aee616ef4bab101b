import type { Item } from '@holdall/contract/files';
import { createChunkTuning } from '../chunk-tuning.ts';
import { createUploadQueue } from '../upload-queue.ts';
import type { UploadQueue } from '../upload-queue.types.ts';
import type { UploadFailure, UploadSource } from '../upload-entry.ts';
import type { UploadRules } from '../upload-rules.ts';
import { createUploadServer, type UploadServer } from './upload-server.ts';

export interface QueueBench {
  readonly queue: UploadQueue;
  readonly server: UploadServer;
  readonly rules: { -readonly [Key in keyof UploadRules]: UploadRules[Key] };
  /** Pauses between attempts, in milliseconds. */
  readonly pauses: number[];
  readonly items: Item[];
  /** The times since which the items may have been there. */
  readonly sentAts: number[];
  readonly failures: UploadFailure[];
  readonly folderEnds: (string | null)[];
  readonly foldersChanged: (string | null)[];
  /** The number of items that had arrived at each arrival in a folder that may be new. */
  readonly folderBegins: number[];
  /** The states that the first entry went through. */
  readonly states: string[];
  /** The values that chunk tuning has stored. */
  readonly remembered: string[];
  readonly network: { online: boolean; comeBack: () => void };
  readonly add: (sources: readonly UploadSource[], parentId?: string | null) => void;
  /** Resolves when a snapshot fulfils the condition. */
  readonly until: (condition: () => boolean) => Promise<void>;
  /** Resolves when no upload waits or is being sent. */
  readonly idle: () => Promise<void>;
}

export const file = (path: string, content = '', type = ''): UploadSource => ({
  kind: 'file',
  path,
  file: new File([content], path.slice(path.lastIndexOf('/') + 1), { type }),
});

/**
 * Returns a queue in front of an in-memory server, on a clock without real waiting.
 *
 * @param openFrom bytes from which a file is opened first; none by default
 * @param smallBelow bytes below which files are sent together; none by default
 */
export function createQueueBench(openFrom = Number.POSITIVE_INFINITY, smallBelow = 0): QueueBench {
  const server = createUploadServer();
  const rules = {
    chunkSize: 10,
    uploadLimit: 0,
    uploadLimitFormatted: '',
    mimetypesBlacklist: [] as string[],
  };
  const pauses: number[] = [];
  const items: Item[] = [];
  const sentAts: number[] = [];
  const failures: UploadFailure[] = [];
  const folderEnds: (string | null)[] = [];
  const foldersChanged: (string | null)[] = [];
  const folderBegins: number[] = [];
  const states: string[] = [];
  const remembered: string[] = [];
  const back = Promise.withResolvers<void>();
  const network = { online: true, comeBack: () => back.resolve() };
  const watchers = new Set<() => void>();
  let now = 0;

  const queue = createUploadQueue({
    transport: server.transport,
    tuning: createChunkTuning({ read: () => undefined, write: (value) => remembered.push(value) }, () => now),
    clock: {
      now: () => (now += 100),
      async wait(ms) {
        pauses.push(ms);
      },
    },
    openFrom,
    smallBelow,
    connection: { isOnline: () => network.online, whenOnline: () => back.promise },
    random: (bytes) => crypto.getRandomValues(bytes),
    rules: () => rules,
    emit(event) {
      if (event.type === 'item') {
        items.push(event.item);
        sentAts.push(event.sentAt);
      }
      if (event.type === 'failed') failures.push(...event.failures);
      if (event.type === 'folder-end') folderEnds.push(event.parentId);
      if (event.type === 'folder-begun') folderBegins.push(items.length);
      if (event.type === 'folder-changed') foldersChanged.push(event.parentId);
      const word = queue.snapshot().entries[0]?.state;
      if (word !== undefined && states.at(-1) !== word) states.push(word);
      for (const watcher of watchers) watcher();
    },
  });

  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        watchers.delete(check);
        resolve();
      };
      watchers.add(check);
      check();
    });

  return {
    queue,
    server,
    rules,
    pauses,
    items,
    sentAts,
    failures,
    folderEnds,
    foldersChanged,
    folderBegins,
    states,
    remembered,
    network,
    add(sources, parentId = null) {
      const group = queue.open(parentId);
      group.add(sources);
      group.close();
    },
    until,
    idle: () => until(() => !queue.snapshot().active),
  };
}
