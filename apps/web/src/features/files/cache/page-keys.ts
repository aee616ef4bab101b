import { useEffect, useEffectEvent } from 'react';
import type { ItemActions } from '../actions/item-actions.ts';

const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null;

/** Reports whether the body or the heading of the page has the focus, so that keys are meant for the listing. */
export const isForPage = ({ target }: KeyboardEvent): boolean =>
  (target === document.body || (target instanceof HTMLElement && target.matches('h1'))) && !isInDialog();

/** Keys of actions on the selection that buttons do not handle. */
const acting = { alone: /^(?:Escape|Delete|F2)$/, control: /^(?:[acsx]|Backspace)$/i };

/** Reports whether the focus is in a bar of the listing, and the key is not one that buttons handle. */
export const isForBar = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('.sub-bar, .selection-bar, .selection-actions') !== null &&
  acting[ctrlKey || metaKey ? 'control' : 'alone'].test(key) &&
  !isInDialog();

/** Reports whether a key belongs to a text field, a menu or a popup. */
const isTaken = ({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean =>
  defaultPrevented ||
  isComposing ||
  isInDialog() ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]') !== null);

/** Reports whether the focus is where going up is meant: the listing, its heading, or no element in particular. */
const isInListing = (event: KeyboardEvent): boolean =>
  isForPage(event) ||
  (event.target instanceof Element && event.target.closest('[role=grid], [data-listing]') !== null);

/**
 * Handles the keys of a listing's screen, also without rows: the parent folder, undo, paste and the list of shortcuts.
 * @param goUp opens the parent folder; undefined at a top.
 */
export const usePageKeys = (actions: ItemActions, goUp: (() => void) | undefined): void => {
  const handled = (event: KeyboardEvent): boolean => {
    const control = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (control && event.key === '/') return actions.runListing('shortcuts');
    if (control && !event.shiftKey && event.key.toLowerCase() === 'z') return actions.runListing('undo');
    const goesUp = event.altKey ? event.key === 'ArrowUp' : event.key === 'Backspace' && !control;
    if (!goesUp || goUp === undefined || !isInListing(event)) return false;
    goUp();
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isTaken(event) && handled(event)) event.preventDefault();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const isWriting =
      target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
    // Files in the clipboard take precedence: they are uploaded.
    if (event.defaultPrevented || isWriting || isInDialog() || (clipboardData?.files.length ?? 0) > 0) return;
    if (actions.runListing('paste')) event.preventDefault();
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('keydown', (event) => onKey(event), { signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal });
    return () => controller.abort();
  }, []);
};
