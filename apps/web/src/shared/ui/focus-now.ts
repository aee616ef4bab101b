/** The `ref` of a button that gets the focus as it appears in a popup that is open already. */
export const focusNow = (button: HTMLButtonElement | null): void => button?.focus();
