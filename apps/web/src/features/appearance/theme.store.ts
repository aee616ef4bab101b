import { themeModes } from './theme-modes.ts';
import type { ThemeMode } from '@holdall/contract/users';
import { call } from '#shared/api/client.ts';
import { getConfig } from '#shared/config/config.ts';
import { text } from '#shared/i18n/messages.ts';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { createStore } from '#shared/lib/store.ts';
import { session } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { debounced } from './debounced.ts';
import { themeOf } from './theme.ts';

/** Milliseconds between a change and its saving (specification section 9). */
const saveDelay = 150;
const localName = 'theme';
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

const save = debounced((value: ThemeMode) => {
  if (!session.get().authorized) return;
  call('updateUserSettings', { body: { name: 'theme_mode', value } }).catch(() =>
    showToast({ type: 'danger', message: text('theme.not_saved') }),
  );
}, saveDelay);

/** The user's choice on this page: drawn and remembered at once, then saved with the user's settings. */
export const chooseTheme = (mode: ThemeMode): void => {
  themeMode.set(mode);
  writeLocal(localName, mode);
  save(mode);
};

/** The choice that came with the user's settings, perhaps made on another device. */
export const adoptTheme = (mode: ThemeMode | null): void => {
  if (!mode) return;
  themeMode.set(mode);
  writeLocal(localName, mode);
};
