import './theme-choice.css';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { themeModes } from '../theme-modes.ts';
import { chooseTheme, themeMode } from '../theme.store.ts';
import { themeIcons } from './theme-menu.tsx';

/** Offers light, dark and system side by side. */
export const ThemeChoice = () => {
  const t = useText();
  const chosen = useStore(themeMode);
  return (
    <fieldset className="theme-choice">
      <legend>{t('theme.action')}</legend>
      {themeModes.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={mode === chosen}
            onChange={() => chooseTheme(mode)}
          />
          {themeIcons[mode]}
          {t(`theme.${mode}`)}
        </label>
      ))}
    </fieldset>
  );
};
