import { Download } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { ShareOption } from './share-option.tsx';

interface LimitOptionProps {
  /** Value of the field; undefined means no limit. */
  readonly value: string | undefined;
  readonly text: string;
  readonly error?: string | undefined;
  readonly status?: ReactNode;
  readonly onSwitch: (on: boolean) => void;
  readonly onChange: (typed: string) => void;
  /** Called when the typed value is complete. */
  readonly onBlur?: () => void;
}

/** Option that limits the downloads of a link. */
export const LimitOption = ({ value, text, error, status, onSwitch, onChange, onBlur }: LimitOptionProps) => {
  const t = useText();
  const id = useId();
  return (
    <ShareOption
      icon={<Download />}
      label={t('share.limit')}
      text={text}
      control={(ids) => (
        <>
          {status}
          <Switch {...ids} checked={value !== undefined} onSwitch={onSwitch} />
        </>
      )}
    >
      {value !== undefined && (
        <div>
          <div className="share-line">
            <TextInput
              id={id}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={value}
              aria-label={t('share.limit_downloads')}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              onBlur={onBlur}
              onKeyDown={({ key }) => key === 'Enter' && onBlur?.()}
            />
            <span className="muted">{t('share.limit_unit')}</span>
          </div>
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        </div>
      )}
    </ShareOption>
  );
};
