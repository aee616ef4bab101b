import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { fieldTime, timeOfField } from '#shared/lib/field-time.ts';
import { FieldError } from '#shared/ui/field-error.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { lastMoment } from '../link-end.ts';

interface EndFieldProps {
  /** ISO 8601. */
  readonly moment: string;
  /** Fault that the server found. */
  readonly error?: string | undefined;
  /** Called with a moment in the future; undefined where a link cannot end at what was typed. */
  readonly onChange: (moment: string | undefined) => void;
}

/** Returns the moment that was typed; undefined unless a link can end then. */
const readMoment = (typed: string): string | undefined => {
  const now = Date.now();
  const moment = timeOfField(typed) ?? undefined;
  if (moment === undefined || Date.parse(moment) <= now) return undefined;
  return moment > lastMoment(now) ? undefined : moment;
};

/** Field for the date and time at which a link ends. */
export const EndField = ({ moment, error, onChange }: EndFieldProps) => {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && readMoment(typed) === undefined;
  const fault = isWrong ? t('share.end_wrong') : error;
  return (
    <div className="share-end">
      <TextInput
        id={id}
        type="datetime-local"
        className="numeric"
        value={typed ?? fieldTime(moment)}
        aria-label={t('share.end_label')}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(readMoment(currentTarget.value));
        }}
        onBlur={() => {
          if (!isWrong) setTyped(undefined);
        }}
      />
      {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
    </div>
  );
};
