import { createStore } from '#shared/lib/store.ts';

interface Reach {
  /** The dialog on top, else the page: everything outside of it is inert. */
  readonly place: HTMLElement;
  /** Counts the dialogs that opened or closed. */
  readonly turn: number;
}

/** The part of the page that people can reach now. */
export const reach = createStore<Reach>({ place: document.body, turn: 0 });

/** The modal dialogs that are open, the last one on top. */
let dialogs: readonly HTMLElement[] = [];

const change = (next: readonly HTMLElement[]): void => {
  dialogs = next;
  reach.set(({ turn }) => ({ place: next.at(-1) ?? document.body, turn: turn + 1 }));
};

/** Notes an open modal dialog. @returns notes that it is gone. */
export const modalOpened = (dialog: HTMLElement): (() => void) => {
  change([...dialogs, dialog]);
  return () => change(dialogs.filter((other) => other !== dialog));
};
