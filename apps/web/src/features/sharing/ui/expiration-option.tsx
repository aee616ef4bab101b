import { expirationHours } from '@holdall/contract/link-limits';
import { Clock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { firstMoment, hoursOf, never, type LinkEnd } from '../link-end.ts';
import { EndField } from './end-field.tsx';
import { ShareOption } from './share-option.tsx';

/** Default once expiration is switched on. */
const firstEnd: LinkEnd = '48';

interface ExpirationOptionProps {
  readonly end: LinkEnd;
  /** Formatted end of the link. */
  readonly text: string;
  /** Fault that the server found. */
  readonly error?: string | undefined;
  readonly status?: ReactNode;
  /** Called with undefined where a link cannot end at what was typed. */
  readonly onChange: (end: LinkEnd | undefined) => void;
}

/** Option that ends a link a number of hours from now, or at a date and time. */
export const ExpirationOption = ({ end, text, error, status, onChange }: ExpirationOptionProps) => {
  const t = useText();
  const name = useId();
  const isOn = end !== never;
  const isDate = isOn && hoursOf(end) === undefined;
  return (
    <ShareOption
      icon={<Clock />}
      label={t('share.expiration')}
      text={isDate ? text : (error ?? text)}
      control={(ids) => (
        <>
          {status}
          <Switch {...ids} checked={isOn} onSwitch={(on) => onChange(on ? firstEnd : never)} />
        </>
      )}
    >
      {isOn && (
        <>
          <div className="share-hours" role="radiogroup" aria-label={t('share.expiration')}>
            {expirationHours.map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  checked={String(value) === end}
                  onChange={() => onChange(String(value))}
                />
                {value < 24 ? t('share.hours', { count: value }) : t('share.days', { count: value / 24 })}
              </label>
            ))}
            <label>
              <input
                type="radio"
                name={name}
                checked={isDate}
                onChange={() => onChange(firstMoment(Date.now()))}
              />
              {t('share.end_date')}
            </label>
          </div>
          {isDate && <EndField moment={end} error={error} onChange={onChange} />}
        </>
      )}
    </ShareOption>
  );
};
