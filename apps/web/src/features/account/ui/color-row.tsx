import './color-row.css';
import { avatarColors } from '@holdall/contract/choices';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { darkenedForWhite } from '#shared/ui/avatar-color.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { useOwnSetting } from '../use-own-setting.ts';

const names = ['blue', 'magenta', 'orange', 'green', 'purple', 'red', 'petrol', 'brown'] as const;

/** Selects the colour of the user's own tile. */
export const ColorRow = () => {
  const t = useText();
  const name = useId();
  const { value, change, state, error } = useOwnSetting('color');
  return (
    <CardRow
      label={t('profile.color')}
      help={t('profile.color_help')}
      error={error}
      status={<SaveStatus state={state} />}
    >
      <div className="color-choice" role="radiogroup" aria-label={t('profile.color')}>
        {avatarColors.map((color, at) => (
          <label
            key={color}
            style={{ background: darkenedForWhite(color) }}
            data-tooltip={t(`color.${names[at] ?? 'blue'}`)}
          >
            <input
              type="radio"
              name={name}
              aria-label={t(`color.${names[at] ?? 'blue'}`)}
              checked={color === value}
              onChange={() => change(color)}
            />
            {color === value && <Check className="icon-16" />}
          </label>
        ))}
      </div>
    </CardRow>
  );
};
