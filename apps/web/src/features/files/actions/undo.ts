import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#shared/api/client.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { dismissToast, showToast, type Toast } from '#shared/ui/toast.ts';
import { folderOf } from '../listing/listing-source.ts';
import { isIn, type Batch } from './batch.ts';
import { change, type Touched } from './change.ts';

/** A change that the server undoes by its id. */
export interface RecordedChange {
  /** The id of the change on the server, once it has answered; null if it cannot be undone after all. */
  readonly operation: Promise<string | null>;
  /** Shows the state before the change. */
  readonly revert: () => void;
  /** Shows the change again after a failed undo. */
  readonly reapply: () => void;
  readonly touches: Touched;
  /** The items that the change moved to the trash. Once they are deleted forever, it cannot be undone. */
  readonly trashed?: Batch;
}

/** A change that another change undoes, of which the history of the server knows nothing. */
export interface ReversibleChange {
  /** Makes that other change, and shows why it failed. @returns true if it succeeded */
  readonly undo: () => Promise<boolean>;
  readonly trashed?: undefined;
}

/** A change that can be undone. */
export type Undoable = RecordedChange | ReversibleChange;

/** The number of changes that Ctrl+Z can undo, one after the other. */
const maxUndoable = 50;
/** The toasts that offer to undo a change. */
const toasts = new WeakMap<Undoable, number>();
/** The messages that announced the changes. */
const messages = new WeakMap<Undoable, string>();
let done: readonly Undoable[] = [];
/** Changes whose undo is under way. */
const undoing = new Set<Undoable>();
/** The queue of undos. They run one after the other, since the server refuses an older change before a later one. */
let undoQueue: Promise<void> = Promise.resolve();
onSessionEnd(() => {
  done = [];
  undoing.clear();
  undoQueue = Promise.resolve();
});

/** Records a change when it is sent, so that the last change is the first to be undone. */
export const recordChange = (undoable: Undoable): void => {
  done = [...done, undoable].slice(-maxUndoable);
};

const dismiss = (undoable: Undoable): void => {
  const toast = toasts.get(undoable);
  if (toast !== undefined) dismissToast(toast);
};

/** Forgets a change that has failed or cannot be undone. */
export const forgetChange = (undoable: Undoable): void => {
  done = done.filter((other) => other !== undoable);
};

/** Returns a function that reports whether trashed items overlap those deleted forever. */
const overlapping = (erased: Batch): ((trashed: Batch) => boolean) => {
  const { isTrash, source } = erased;
  if (erased.all) {
    // A folder of the trash contains only items that were trashed with it.
    const isTop = isTrash && folderOf(source) === null;
    return (trashed) => isTop && (trashed.all || trashed.entries.some((entry) => isIn(erased, entry)));
  }
  const { entries } = erased;
  const ids = new Set(entries.map(({ id }) => id));
  return (trashed) => {
    if (!trashed.all) return trashed.entries.some(({ id }) => ids.has(id));
    const from = folderOf(trashed.source);
    return isTrash && entries.some((entry) => entry.attributes.parent_id === from && isIn(trashed, entry));
  };
};

/**
 * Forgets changes that can no longer be undone since items were deleted forever; without them, those of the whole
 * trash.
 */
export const forgetTrashed = (erased?: Batch): void => {
  const isGone = erased ? overlapping(erased) : () => true;
  for (const undoable of done) {
    if (!undoable.trashed || !isGone(undoable.trashed)) continue;
    forgetChange(undoable);
    dismiss(undoable);
  }
};

/** Statuses after which the server may never have received the request; 0 is no answer. */
const unansweredStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** Changes that were offered once more after such a status. */
const repeated = new WeakSet<Undoable>();

const mayRepeat = (undoable: Undoable, error: unknown): boolean =>
  error instanceof ApiError &&
  unansweredStatuses.has(error.status) &&
  !repeated.has(undoable) &&
  // The items that it removed may have been deleted forever meanwhile.
  done.includes(undoable);

const failedText = (undoable: Undoable, reason: string): string => {
  const what = messages.get(undoable);
  return what === undefined ? reason : text('failed.undo', { what, reason });
};

/**
 * Undoes a change on the server; if the request may not have arrived, the undo is offered once more.
 * @returns whether it succeeded; undefined: it is left to be undone
 */
const undoOnServer = async (client: QueryClient, undoable: RecordedChange): Promise<boolean | undefined> => {
  const operation = await undoable.operation;
  dismiss(undoable);
  let isLeft = false;
  const answer =
    operation !== null &&
    (await change(client, {
      apply: undoable.revert,
      revert: undoable.reapply,
      send: () => call(itemEndpoints.undo, { body: { operation } }),
      touches: undoable.touches,
      failed: (reason) => failedText(undoable, reason),
      onFailure: (error) => {
        isLeft = mayRepeat(undoable, error);
        if (!isLeft) return false;
        repeated.add(undoable);
        offer(client, { type: 'danger', message: failedText(undoable, errorText(error)) }, undoable);
        return true;
      },
    }));
  return isLeft ? undefined : Boolean(answer);
};

/** Undoes a change by another one. @returns whether it succeeded */
const undoByChange = (undoable: ReversibleChange): Promise<boolean> => {
  dismiss(undoable);
  return undoable.undo();
};

const undoNow = async (client: QueryClient, undoable: Undoable): Promise<void> => {
  // The undo before it has failed, or its items are deleted forever.
  if (!undoing.has(undoable) || !done.includes(undoable)) {
    undoing.delete(undoable);
    return;
  }
  const isUndone = await ('undo' in undoable ? undoByChange(undoable) : undoOnServer(client, undoable));
  if (isUndone === undefined) {
    // Queued undos precede it in history and stay as they are until it is undone.
    undoing.clear();
    return;
  }
  undoing.delete(undoable);
  forgetChange(undoable);
  if (isUndone) showToast({ type: 'success', message: text('undo.done') });
};

/** Queues the undo of a change: the server refuses an older change before a later one. */
const enqueueUndo = (client: QueryClient, undoable: Undoable): void => {
  // The button was pressed twice, or the key has undone it already.
  if (!done.includes(undoable) || undoing.has(undoable)) return;
  undoing.add(undoable);
  const run = (): Promise<void> => undoNow(client, undoable);
  undoQueue = undoQueue.then(run, run);
};

/** Shows a toast with a button that undoes a change. */
const offer = (
  client: QueryClient,
  toast: Pick<Toast, 'type' | 'message' | 'icon'>,
  undoable: Undoable,
): void => {
  const action = { label: text('actions.undo'), onSelect: () => enqueueUndo(client, undoable) };
  toasts.set(undoable, showToast({ ...toast, action }));
};

/** Announces a change, with a button that undoes it while that is possible. */
export const announceChange = (
  client: QueryClient,
  { message, icon }: { readonly message: string; readonly icon: ReactNode },
  undoable: Undoable,
): void => {
  messages.set(undoable, message);
  const toast = { type: 'success', message, icon } as const;
  if (!done.includes(undoable) || undoing.has(undoable)) {
    showToast(toast);
    return;
  }
  offer(client, toast, undoable);
};

/** Undoes the last change. */
export const undoLast = (client: QueryClient): void => {
  const last = done.findLast((undoable) => !undoing.has(undoable));
  if (last) enqueueUndo(client, last);
  else showToast({ type: 'success', message: text('undo.nothing') });
};
