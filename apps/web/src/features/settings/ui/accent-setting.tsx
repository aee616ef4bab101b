import { accents, type Accent } from '@holdall/contract/accents';
import { accentTokens } from '@holdall/contract/accent-tokens';
import { useId, type CSSProperties } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { asText, useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

/** What the style sheet itself has: petrol. */
const own = { light: '#006671', dark: '#64ced3' } as const;

const swatchOf = (accent: Accent): CSSProperties & Record<`--${string}`, string> => ({
  '--swatch-light': accentTokens(accent, 'light')['accent'] ?? own.light,
  '--swatch-dark': accentTokens(accent, 'dark')['accent'] ?? own.dark,
});

/** The colour that the application is dressed in: presets alone, so that all of it reads well. */
export const AccentSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const group = useId();
  const field = useSetting(tab, 'color', { read: asText });
  return (
    <SettingRow label={t('settings.accent')} help={t('settings.accent_help')} field={field}>
      <div className="swatches" role="radiogroup" aria-label={t('settings.accent')}>
        {accents.map((accent) => (
          <label key={accent}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={accent === field.value}
              disabled={field.isLocked}
              onChange={() => field.change(accent)}
            />
            <span className="swatch" style={swatchOf(accent)} />
            {t(`settings.accent.${accent}`)}
          </label>
        ))}
      </div>
    </SettingRow>
  );
};
