/** The element that has the focus, or had it when it was removed. */
let owner: EventTarget | null = null;

document.addEventListener('focusin', ({ target }) => {
  owner = target;
});
document.addEventListener('focusout', ({ target }) => {
  // Browsers also fire this event for elements about to be removed, which are disconnected a moment later.
  queueMicrotask(() => {
    const isGivenUp =
      document.activeElement === document.body && target instanceof Node && target.isConnected;
    if (isGivenUp && owner === target) owner = null;
  });
});

/**
 * Reports whether the focus is lost because its element is gone: a row, or the button that removed rows. A press on an
 * empty area loses no focus, and changes elsewhere move none.
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body && owner instanceof Node && !owner.isConnected;
