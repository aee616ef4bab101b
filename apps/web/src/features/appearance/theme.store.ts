import { themeModes } from './theme-modes.ts';
import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { ThemeMode } from '@holdall/contract/users';
import { ApiError } from '#shared/api/api-error.ts';
import { call, isGuest } from '#shared/api/client.ts';
import { getConfig } from '#shared/config/config.ts';
import { text } from '#shared/i18n/messages.ts';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd, session } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { themeOf } from './theme.ts';

/** Milliseconds between a change and its saving (specification section 9). */
const saveDelay = 150;
const localName = 'theme';
const unsavedName = 'theme-unsaved';
const darkDevice = matchMedia('(prefers-color-scheme: dark)');

export const themeMode = createStore<ThemeMode>('system');

const draw = (): void => {
  document.documentElement.dataset['theme'] = themeOf(themeMode.get(), darkDevice.matches);
};

/** Initial mode: the one stored on this device, else the server's default. */
export const startTheme = (): void => {
  const kept = readLocal(localName);
  themeMode.set(themeModes.find((mode) => mode === kept) ?? getConfig().defaultThemeMode);
  themeMode.subscribe(draw);
  darkDevice.addEventListener('change', draw);
  draw();
};

/** Sets the application's default, which applies where this device has stored no choice. */
export const followDefaultTheme = (mode: ThemeMode): void => {
  if (!readLocal(localName)) themeMode.set(mode);
};

/** A choice that the server may not have received; it survives the page. */
const unsaved = {
  get: (): ThemeMode | undefined => themeModes.find((mode) => mode === readLocal(unsavedName)),
  set: (mode: ThemeMode | undefined): void => writeLocal(unsavedName, mode ?? ''),
};
onSessionEnd(() => unsaved.set(undefined));

const send = async (value: ThemeMode): Promise<void> => {
  if (!session.get().authorized) return;
  try {
    await call(appEndpoints.updateUserSettings, { body: { name: 'theme_mode', value }, keepalive: true });
    if (unsaved.get() === value) unsaved.set(undefined);
  } catch (error) {
    // A choice that the server has refused is not retried on the next visit.
    if (error instanceof ApiError && error.status !== 0) unsaved.set(undefined);
    showToast({ type: 'danger', message: text('theme.not_saved') });
  }
};

/** A debounced call; `flush` runs a pending one at once. */
interface Debounced<Value> {
  (value: Value): void;
  readonly flush: () => void;
}

/** Calls `act` with the last value after `delay` milliseconds without another call. */
export const debounced = <Value>(act: (value: Value) => void, delay: number): Debounced<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    const last = waiting;
    waiting = undefined;
    if (last) act(last.value);
  };
  const later = (value: Value): void => {
    clearTimeout(timer);
    waiting = { value };
    timer = setTimeout(flush, delay);
  };
  return Object.assign(later, { flush });
};

const save = debounced((value: ThemeMode) => void send(value), saveDelay);
addEventListener('pagehide', save.flush);

/**
 * Sets the theme at once, stores it on the device, and then saves it with the user's settings. On a guest page it lasts
 * as long as the page, since the browser may belong to a person with an account.
 */
export const chooseTheme = (mode: ThemeMode): void => {
  themeMode.set(mode);
  if (isGuest()) return;
  writeLocal(localName, mode);
  if (session.get().authorized) unsaved.set(mode);
  save(mode);
};

/** Toggles between light and dark, whether chosen or the device's preference (specification section 4). */
export const toggleTheme = (): void =>
  chooseTheme(themeOf(themeMode.get(), darkDevice.matches) === 'dark' ? 'light' : 'dark');

/**
 * Applies the choice of the user's settings, perhaps made on another device. A choice of this device that did not
 * arrive in time is newer, and is saved again.
 */
export const adoptTheme = (saved: ThemeMode | null): void => {
  const late = unsaved.get();
  if (late) save(late);
  const mode = late ?? saved;
  if (!mode) return;
  themeMode.set(mode);
  writeLocal(localName, mode);
};
