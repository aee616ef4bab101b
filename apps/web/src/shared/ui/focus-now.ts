/** As the `ref` of a button: it gets the focus as it appears in a popup that is open already. */
export const focusNow = (button: HTMLButtonElement | null): void => button?.focus();
