import { themeModes } from './theme-modes.ts';
import type { ThemeMode } from '@holdall/contract/users';
import { ApiError } from '#shared/api/api-error.ts';
import { call, isGuest } from '#shared/api/client.ts';
import { getConfig } from '#shared/config/config.ts';
import { text } from '#shared/i18n/messages.ts';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd, session } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { debounced } from './debounced.ts';
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

/** Begins with what this device remembers, else with the server's default. */
export const startTheme = (): void => {
  const kept = readLocal(localName);
  themeMode.set(themeModes.find((mode) => mode === kept) ?? getConfig().defaultThemeMode);
  themeMode.subscribe(draw);
  darkDevice.addEventListener('change', draw);
  draw();
};

/** Another default of the application: it counts where this device knows of no choice. */
export const followDefaultTheme = (mode: ThemeMode): void => {
  if (!readLocal(localName)) themeMode.set(mode);
};

/** The choice that the server may not have yet: it outlives the page that it was made on. */
const unsaved = {
  get: (): ThemeMode | undefined => themeModes.find((mode) => mode === readLocal(unsavedName)),
  set: (mode: ThemeMode | undefined): void => writeLocal(unsavedName, mode ?? ''),
};
onSessionEnd(() => unsaved.set(undefined));

const send = async (value: ThemeMode): Promise<void> => {
  if (!session.get().authorized) return;
  try {
    await call('updateUserSettings', { body: { name: 'theme_mode', value }, keepalive: true });
    if (unsaved.get() === value) unsaved.set(undefined);
  } catch (error) {
    // Where the server refused it, it is of no use to try again with the next visit.
    if (error instanceof ApiError && error.status !== 0) unsaved.set(undefined);
    showToast({ type: 'danger', message: text('theme.not_saved') });
  }
};

const save = debounced((value: ThemeMode) => void send(value), saveDelay);
addEventListener('pagehide', save.flush);

/**
 * The choice on this page: drawn and remembered at once, then saved with the user's settings. On a page of a link it
 * lasts as long as the page: the browser may be that of somebody with an account.
 */
export const chooseTheme = (mode: ThemeMode): void => {
  themeMode.set(mode);
  if (isGuest()) return;
  writeLocal(localName, mode);
  if (session.get().authorized) unsaved.set(mode);
  save(mode);
};

/** Light becomes dark and dark becomes light, whether it was chosen or the device's (specification section 4). */
export const toggleTheme = (): void =>
  chooseTheme(themeOf(themeMode.get(), darkDevice.matches) === 'dark' ? 'light' : 'dark');

/**
 * The choice that came with the user's settings, perhaps made on another device. One of this device that did
 * not get there in time is later than that, and saved again.
 */
export const adoptTheme = (saved: ThemeMode | null): void => {
  const late = unsaved.get();
  if (late) save(late);
  const mode = late ?? saved;
  if (!mode) return;
  themeMode.set(mode);
  writeLocal(localName, mode);
};
