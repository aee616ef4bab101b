import { createStore } from '#shared/lib/store.ts';
import type { ReactNode } from 'react';

export interface Toast {
  readonly id: number;
  readonly type: 'success' | 'danger';
  readonly message: string;
  readonly icon?: ReactNode;
  /** The toast stays until it is dismissed: it tells of something that goes on. */
  readonly stays?: boolean;
  /** A button in the toast; a press dismisses it. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** Milliseconds for which a toast stays (specification section 9). */
export const toastDuration = 6000;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a notice at the bottom left for 6 seconds, unless it stays; the same one is not shown twice at a time. @returns its id. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const id = (lastId += 1);
  toasts.set((shown) => [...shown.filter(({ message }) => message !== toast.message), { ...toast, id }]);
  return id;
};

export const dismissToast = (id: number): void =>
  toasts.set((shown) => shown.filter((toast) => toast.id !== id));
