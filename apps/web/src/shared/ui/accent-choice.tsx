import './accent-choice.css';
import { accents, type Accent } from '@holdall/contract/colors';
import { accentTokens } from '@holdall/contract/accent-tokens';
import { useId, type CSSProperties } from 'react';
import { useText } from '#shared/i18n/use-text.ts';

/** The accent of the style sheet itself: petrol. */
const own = { light: '#006671', dark: '#64ced3' } as const;

const swatchOf = (accent: Accent): CSSProperties & Record<`--${string}`, string> => ({
  '--swatch-light': accentTokens(accent, 'light')['accent'] ?? own.light,
  '--swatch-dark': accentTokens(accent, 'dark')['accent'] ?? own.dark,
});

interface AccentChoiceProps {
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChoose: (accent: Accent) => void;
}

/** The colour that the application is dressed in: presets alone, so that all of it reads well. */
export const AccentChoice = ({ value, disabled = false, onChoose }: AccentChoiceProps) => {
  const t = useText();
  const group = useId();
  return (
    <div className="swatches" role="radiogroup" aria-label={t('settings.accent')}>
      {accents.map((accent) => (
        <label key={accent}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={accent === value}
            disabled={disabled}
            onChange={() => onChoose(accent)}
          />
          <span className="swatch" style={swatchOf(accent)} />
          {t(`settings.accent.${accent}`)}
        </label>
      ))}
    </div>
  );
};
