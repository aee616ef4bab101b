/** What has the focus, or had it when it went. */
let owner: EventTarget | null = null;

document.addEventListener('focusin', ({ target }) => {
  owner = target;
});
document.addEventListener('focusout', ({ target }) => {
  // Browsers tell this, too, of what is about to be removed: that is gone a moment later.
  queueMicrotask(() => {
    const isGivenUp =
      document.activeElement === document.body && target instanceof Node && target.isConnected;
    if (isGivenUp && owner === target) owner = null;
  });
});

/**
 * Whether the focus is nowhere because what had it is gone: a row, or the button that had rows leave. Whoever has
 * pressed on nothing has lost none, and what changes elsewhere gives them none.
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body && owner instanceof Node && !owner.isConnected;
