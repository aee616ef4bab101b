import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { dismissToast, showToast } from '#shared/ui/toast.ts';
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
}

/** Changes that Ctrl+Z can take back, one after the other. */
const kept = 50;
/** The toast that offers it. */
const toasts = new WeakMap<Undoable, number>();
let done: readonly Undoable[] = [];
onSessionEnd(() => {
  done = [];
});

/** Notes a change as it is sent, so that the last one that was made is the first one to be taken back. */
export const noteChange = (undoable: Undoable): void => {
  done = [...done, undoable].slice(-kept);
};

/** Forgets a change that has failed, or cannot be taken back. */
export const forgetChange = (undoable: Undoable): void => {
  done = done.filter((other) => other !== undoable);
};

const takeBack = async (client: QueryClient, undoable: Undoable): Promise<void> => {
  // Pressed twice, or undone by the key already.
  if (!done.includes(undoable)) return;
  forgetChange(undoable);
  const operation = await undoable.operation;
  const toast = toasts.get(undoable);
  if (toast !== undefined) dismissToast(toast);
  if (operation === null) return;
  const answer = await change(client, {
    apply: undoable.back,
    revert: undoable.again,
    send: () => call('undo', { body: { operation } }),
    touches: undoable.touches,
  });
  if (answer) announce(text('undo.done'));
};

/** Tells of a change, with a button that takes it back as long as that is possible. */
export const tellDone = (
  client: QueryClient,
  { message, icon }: { readonly message: string; readonly icon: ReactNode },
  undoable: Undoable,
): void => {
  const toast = { type: 'success', message, icon } as const;
  if (!done.includes(undoable)) {
    showToast(toast);
    return;
  }
  const action = { label: text('actions.undo'), onSelect: () => void takeBack(client, undoable) };
  toasts.set(undoable, showToast({ ...toast, action }));
};

/** Takes the last change back. */
export const undoLast = (client: QueryClient): void => {
  const last = done.at(-1);
  if (last) void takeBack(client, last);
  else announce(text('undo.nothing'));
};
