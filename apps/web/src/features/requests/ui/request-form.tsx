import './requests.css';
import { requestDefaults } from '@holdall/contract/limits';
import { useId, useState, type ReactNode } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { fieldTime, timeOfField } from '#shared/lib/field-time.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { useForm, valuesIn, type Faults, type Values } from '#shared/lib/use-form.ts';
import { BytesField } from '#shared/ui/bytes-field.tsx';
import { FieldError, FormProblem } from '#shared/ui/field-error.tsx';
import { PopupFooter } from '#shared/ui/popup.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import type { FileRequestInput } from '../requests.mutations.ts';
import type { OwnRequest } from '../requests.queries.ts';
import { filesOf, inputOf } from '../terms.ts';

const firstSize = 1_000_000_000;

interface RequestFormProps {
  /** The request to change; undefined creates one. */
  readonly request?: OwnRequest | undefined;
  readonly error: Error | null;
  /** Buttons at the foot of the form. */
  readonly footer: ReactNode;
  readonly onSubmit: (input: FileRequestInput) => void;
}

/** Form for the description, deadline and limits of a request. */
export const RequestForm = ({ request, error, footer, onSubmit }: RequestFormProps) => {
  const t = useText();
  const id = useId();
  const areMailsSent = useConfig(({ mails }) => mails);
  const now = request?.attributes;
  const { max_files: mostFiles, max_size: mostBytes } = now ?? requestDefaults;
  const { form, faults: said, left, read } = useForm(error, { autoFocus: request === undefined });
  const [size, setSize] = useState<{ bytes: number | undefined; fault?: string | undefined } | undefined>(
    mostBytes === null ? undefined : { bytes: mostBytes },
  );
  /** Fields edited since their errors were shown. */
  const [mended, setMended] = useState<readonly string[]>([]);
  const faults = Object.fromEntries(Object.entries(said).filter(([name]) => !mended.includes(name)));
  const find = (value: Values): Faults => ({
    name: value('name').trim() === '' ? t('requests.name_missing') : undefined,
    deadline: timeOfField(value('deadline')) === undefined ? t('requests.deadline_invalid') : undefined,
    max_files: filesOf(value('max_files')) === undefined ? t('requests.max_files_invalid') : undefined,
    max_size: size?.fault,
    email: value('email') !== '' && !isEmail(value('email')) ? t('sign_in.email_invalid') : undefined,
  });
  const lookAgain = (name: string): void => {
    if (find(valuesIn(form.current))[name] === undefined) setMended((known) => [...known, name]);
  };
  const submit = (): void => {
    setMended([]);
    const values = read(find);
    if (!values) return;
    const email = values('email').trim();
    onSubmit({ ...inputOf(values, size?.bytes ?? null), ...(email === '' ? {} : { email }) });
  };
  return (
    <form
      ref={form}
      className="request-form"
      noValidate
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) lookAgain(target.name);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="popup-content">
        <TextField
          label={t('requests.name')}
          name="name"
          maxLength={255}
          autoComplete="off"
          placeholder={t('requests.name_example')}
          defaultValue={now?.name}
          error={faults['name']}
        />
        <div className="text-field">
          <label htmlFor={`${id}-note`}>{t('requests.note')}</label>
          <Textarea
            id={`${id}-note`}
            name="note"
            maxLength={2000}
            defaultValue={now?.note}
            aria-describedby={`${id}-note-text`}
          />
          <p id={`${id}-note-text`} className="request-hint">
            {t('requests.note_text')}
          </p>
        </div>
        <div className="request-limits">
          <TextField
            label={t('requests.deadline')}
            name="deadline"
            type="datetime-local"
            defaultValue={fieldTime(now?.deadline ?? null)}
            error={faults['deadline']}
          />
          <TextField
            label={t('requests.max_files')}
            name="max_files"
            inputMode="numeric"
            autoComplete="off"
            className="numeric"
            defaultValue={mostFiles ?? undefined}
            error={faults['max_files']}
          />
        </div>
        <p className="request-hint">{t('requests.none_left')}</p>
        <div className="request-size">
          <span id={`${id}-size`}>{t('requests.max_size')}</span>
          <Switch
            aria-labelledby={`${id}-size`}
            checked={size !== undefined}
            onSwitch={(on) => setSize(on ? { bytes: firstSize } : undefined)}
          />
          {size && (
            <BytesField
              name="max_size"
              aria-label={t('requests.max_size')}
              aria-invalid={faults['max_size'] ? true : undefined}
              aria-describedby={faults['max_size'] ? `${id}-size-error` : undefined}
              value={size.bytes}
              onChange={(bytes, fault) => {
                setSize({ bytes, fault });
                if (fault === undefined) setMended((known) => [...known, 'max_size']);
              }}
            />
          )}
        </div>
        {faults['max_size'] && <FieldError id={`${id}-size-error`}>{faults['max_size']}</FieldError>}
        {!request && (
          <TextField
            label={t('requests.email')}
            name="email"
            type="email"
            maxLength={254}
            autoComplete="off"
            placeholder={areMailsSent ? 'name@example.com' : undefined}
            disabled={!areMailsSent}
            aria-describedby={areMailsSent ? undefined : `${id}-mails`}
            error={faults['email']}
          />
        )}
        {!request && !areMailsSent && (
          <p id={`${id}-mails`} className="request-hint">
            {t('mails.off')}
          </p>
        )}
        {left && <FormProblem>{errorText(left)}</FormProblem>}
      </div>
      <PopupFooter>{footer}</PopupFooter>
    </form>
  );
};
