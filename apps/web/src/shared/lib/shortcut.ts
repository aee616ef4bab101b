import { hasText, text } from '#shared/i18n/messages.ts';

/** True where the keyboard has a Command key. */
export const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Symbols of keys that do not depend on the language. */
const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const appleSymbols: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
};

const symbolOf = (key: string): string => {
  const symbol = symbols[key] ?? (isApple ? appleSymbols[key] : undefined);
  if (symbol !== undefined) return symbol;
  const name = `keys.${key}`;
  return hasText(name) ? text(name) : key;
};

/** A plus may be a key itself. */
const keysOf = (press: string): string[] => press.split(/\+(?=.)/);

/**
 * Returns the labels of a press's keys on this keyboard.
 *
 * @param press by the names that the browser gives to keys, `Mod` standing for Command or Ctrl: `Mod+A`, `Alt+ArrowUp`
 */
export const keySymbols = (press: string): string[] => keysOf(press).map(symbolOf);

/** A press in one line: `Ctrl S`, on a Mac `⌘S`. */
export const shortcutText = (press: string): string => keySymbols(press).join(isApple ? '' : ' ');

/** The same for assistive technology (`aria-keyshortcuts`). */
export const shortcutNames = (press: string): string =>
  press.replace('Mod', isApple ? 'Meta' : 'Control').replace(/^\+$/, 'Plus');
