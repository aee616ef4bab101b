import { useText } from '#shared/i18n/use-text.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import type { TextInputProps } from '#shared/ui/text-input.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import type { RealtimeDraft } from '../realtime-form.ts';
import { environmentLabels } from '#shared/i18n/setting-labels.ts';

const encryptions = ['tls', 'none'] as const;

/** Text fields. */
type Written = Exclude<keyof RealtimeDraft, 'realtime_service' | 'pusher_tls'>;

interface RealtimeFieldsProps {
  readonly draft: RealtimeDraft;
  readonly faults: Readonly<Partial<Record<keyof RealtimeDraft, string>>>;
  /** Disables the fields while the form is tested or saved. */
  readonly isBusy: boolean;
  /** The server stores a secret. */
  readonly hasSecret: boolean;
  readonly onChange: (changed: Partial<RealtimeDraft>) => void;
}

/** Fields of a service that speaks the Pusher protocol. */
export const RealtimeFields = ({ draft, faults, isBusy, hasSecret, onChange }: RealtimeFieldsProps) => {
  const t = useText();
  const written = (
    name: Written,
    maxLength: number,
    more: Pick<TextInputProps, 'type' | 'placeholder' | 'inputMode' | 'className'> = {},
  ) => (
    <TextRow
      Row={CardRow}
      {...environmentLabels(name)}
      {...more}
      error={faults[name]}
      value={draft[name]}
      readOnly={isBusy}
      maxLength={maxLength}
      onWrite={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {written('pusher_host', 253)}
      {written('pusher_port', 5, { inputMode: 'numeric', className: 'numeric' })}
      <CardRow {...environmentLabels('pusher_tls')} error={faults.pusher_tls}>
        <Segmented
          label={t('environment.pusher_tls')}
          value={draft.pusher_tls}
          segments={encryptions.map((value) => ({ value, label: t(`environment.encryption.${value}`) }))}
          onChoose={(pusher_tls) => onChange({ pusher_tls })}
        />
      </CardRow>
      {written('pusher_api', 300)}
      {written('pusher_app_id', 100)}
      {written('pusher_key', 100)}
      {written('pusher_secret', 300, {
        type: 'password',
        placeholder: hasSecret ? t('environment.pusher_secret_kept') : undefined,
      })}
    </>
  );
};
