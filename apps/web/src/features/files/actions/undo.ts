import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { dismissToast, showToast, type Toast } from '#shared/ui/toast.ts';
import { isIn, type Batch } from './batch.ts';
import { change, type Touched } from './change.ts';

/** A change that can be taken back. */
export interface Undoable {
  /** By which the server knows it, once it has answered; null where it cannot be taken back after all. */
  readonly operation: Promise<string | null>;
  /** Shows how it was before. */
  readonly back: () => void;
  /** Shows it again, where taking it back has failed. */
  readonly again: () => void;
  readonly touches: Touched;
  /** What it has put into the trash: once that is deleted for good, nothing can be taken back. */
  readonly trashed?: Batch;
}

/** Changes that Ctrl+Z can take back, one after the other. */
const kept = 50;
/** The toast that offers it. */
const toasts = new WeakMap<Undoable, number>();
let done: readonly Undoable[] = [];
/** Those that are being taken back. */
const underWay = new Set<Undoable>();
onSessionEnd(() => {
  done = [];
  underWay.clear();
});

/** Notes a change as it is sent, so that the last one that was made is the first one to be taken back. */
export const noteChange = (undoable: Undoable): void => {
  done = [...done, undoable].slice(-kept);
};

const dismiss = (undoable: Undoable): void => {
  const toast = toasts.get(undoable);
  if (toast !== undefined) dismissToast(toast);
};

/** Forgets a change that has failed, or cannot be taken back. */
export const forgetChange = (undoable: Undoable): void => {
  done = done.filter((other) => other !== undoable);
};

const overlaps = (a: Batch, b: Batch): boolean => a.all || b.all || a.entries.some((entry) => isIn(b, entry));

/** Forgets what cannot be taken back any more since items of the trash were deleted for good; without them, all were. */
export const forgetTrashed = (erased?: Batch): void => {
  for (const undoable of done) {
    const { trashed } = undoable;
    if (!trashed || (erased && !overlaps(trashed, erased))) continue;
    forgetChange(undoable);
    dismiss(undoable);
  }
};

/** Whether the server may not have got the wish at all: then it can be repeated. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const takeBack = async (client: QueryClient, undoable: Undoable): Promise<void> => {
  // Pressed twice, or undone by the key already.
  if (!done.includes(undoable) || underWay.has(undoable)) return;
  underWay.add(undoable);
  const operation = await undoable.operation;
  dismiss(undoable);
  let isLeft = false;
  const answer =
    operation !== null &&
    (await change(client, {
      apply: undoable.back,
      revert: undoable.again,
      send: () => call('undo', { body: { operation } }),
      touches: undoable.touches,
      onFailure: (error) => {
        isLeft = isRepeatable(error);
        if (isLeft) offer(client, { type: 'danger', message: errorText(error) }, undoable);
        return isLeft;
      },
    }));
  underWay.delete(undoable);
  if (!isLeft) forgetChange(undoable);
  if (answer) announce(text('undo.done'));
};

/** Shows a toast with a button that takes a change back. */
const offer = (
  client: QueryClient,
  toast: Pick<Toast, 'type' | 'message' | 'icon'>,
  undoable: Undoable,
): void => {
  const action = { label: text('actions.undo'), onSelect: () => void takeBack(client, undoable) };
  toasts.set(undoable, showToast({ ...toast, action }));
};

/** Tells of a change, with a button that takes it back as long as that is possible. */
export const tellDone = (
  client: QueryClient,
  { message, icon }: { readonly message: string; readonly icon: ReactNode },
  undoable: Undoable,
): void => {
  const toast = { type: 'success', message, icon } as const;
  if (!done.includes(undoable) || underWay.has(undoable)) {
    showToast(toast);
    return;
  }
  offer(client, toast, undoable);
};

/** Takes the last change back. */
export const undoLast = (client: QueryClient): void => {
  const last = done.findLast((undoable) => !underWay.has(undoable));
  if (last) void takeBack(client, last);
  else announce(text('undo.nothing'));
};
