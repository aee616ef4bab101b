import { expirationHours } from '@holdall/contract/link-limits';
import { Clock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { ShareOption } from './share-option.tsx';

export type Hours = (typeof expirationHours)[number];

/** Default once expiration is switched on. */
export const firstHours: Hours = 48;

interface ExpirationOptionProps {
  readonly isOn: boolean;
  /** Selected choice; undefined where only the end is known. */
  readonly hours: Hours | undefined;
  /** Formatted end of the link. */
  readonly text: string;
  readonly status?: ReactNode;
  /** Undefined for a link without end. */
  readonly onChange: (hours: Hours | undefined) => void;
}

/** Option that ends a link a number of hours from now. */
export const ExpirationOption = ({ isOn, hours, text, status, onChange }: ExpirationOptionProps) => {
  const t = useText();
  const name = useId();
  return (
    <ShareOption
      icon={<Clock />}
      label={t('share.expiration')}
      text={text}
      control={(ids) => (
        <>
          {status}
          <Switch {...ids} checked={isOn} onSwitch={(on) => onChange(on ? firstHours : undefined)} />
        </>
      )}
    >
      {isOn && (
        <div className="share-hours" role="radiogroup" aria-label={t('share.expiration')}>
          {expirationHours.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === hours}
                onChange={() => onChange(value)}
              />
              {value < 24 ? t('share.hours', { count: value }) : t('share.days', { count: value / 24 })}
            </label>
          ))}
        </div>
      )}
    </ShareOption>
  );
};
