import { useState, type SubmitEvent } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { loopbackHostOf } from '#shared/lib/loopback.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { MailFields } from '#shared/mail/mail-fields.tsx';
import { isSameSignIn, mailDraft, mailDriverChoices } from '#shared/mail/mail-form.ts';
import { StorageFields } from '#shared/storage/storage-fields.tsx';
import { storageDriverChoices } from '#shared/storage/storage-form.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import {
  environmentDraftOf,
  faultsWithin,
  mailFaults,
  recipientFaults,
  storageFaults,
  urlFaults,
  type EnvironmentDraft,
} from '../environment.ts';
import { useSetup } from '../setup.queries.ts';
import { hasFaults, trialFaults, trialOf, trialText, type Trial } from '../trial-fault.ts';
import { useDraft } from '../use-draft.ts';
import { useEnvironment } from '../use-environment.ts';
import { Locked, SetupField, SetupSwitch } from './field.tsx';
import { MailTrial } from './mail-trial.tsx';
import { SetupFooter } from './setup-footer.tsx';
import { TrialOutcome } from './trial-outcome.tsx';

const step = 'environment';

/** Returns the part that a field belongs to. */
const partOf = (changed: Partial<EnvironmentDraft>): Trial | undefined => {
  const [name = ''] = Object.keys(changed);
  if (/^(s3|storage)_/.test(name)) return 'storage';
  return name.startsWith('mail_') ? 'mail' : undefined;
};

/** Form for address, storage, mail and realtime, each tested before it is saved. */
export const EnvironmentForm = () => {
  const t = useText();
  const { kept, locked } = useSetup();
  const { storage, mail } = kept.environment;
  const [draft, change] = useDraft(step, () => environmentDraftOf(kept.environment, location.origin));
  const [to, setTo] = useState('');
  const environment = useEnvironment(draft);
  const error = environment.latestError;
  const { form, faults, left, check, forget } = useForm(error);
  const shownFaults = trialFaults(faults, error);
  const isLocked = (part: (typeof locked)[number]): boolean => locked.includes(part);

  const onChange = (changed: Partial<EnvironmentDraft>): void => {
    change(changed);
    forget();
    environment.forget(partOf(changed));
  };
  const storageWrongs = () => (isLocked('storage') ? {} : storageFaults(draft, storage.s3_secret_key));
  const mailWrongs = () => (isLocked('mail') ? {} : mailFaults(draft));
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    environment.forget();
    const wrongs = { ...(!isLocked('url') && urlFaults(t, draft)), ...storageWrongs(), ...mailWrongs() };
    if (check(wrongs)) environment.save.mutate();
  };
  const tryStorage = (): void => {
    environment.forget('storage');
    if (check(storageWrongs())) environment.storage.mutate();
  };
  const tryMail = (): void => {
    environment.forget('mail');
    if (check({ ...mailWrongs(), ...recipientFaults(t, to) })) environment.mail.mutate(to);
  };
  const faultOf = (part: Trial): string | undefined => {
    const failed = environment.errorOf(part);
    return failed && (trialOf(failed) === part || !hasFaults(failed)) ? trialText(failed) : undefined;
  };
  const mailFault = faultOf('mail');
  const localHost = loopbackHostOf(draft.url);

  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      <section className="setup-part">
        {isLocked('url') ? (
          <SetupField label={t('environment.address')}>
            <Locked>
              {t('setup.environment.locked')} {draft.url}
            </Locked>
          </SetupField>
        ) : (
          <TextRow
            Row={SetupField}
            label={t('environment.address')}
            help={
              localHost === undefined
                ? t('setup.environment.url_hint')
                : t('environment.address_local', { host: localHost })
            }
            error={shownFaults['url']}
            name="url"
            inputMode="url"
            autoComplete="url"
            maxLength={320}
            value={draft.url}
            onWrite={(url) => onChange({ url })}
          />
        )}
      </section>
      <section className="setup-part" aria-label={t('environment.storage')}>
        <h2>{t('environment.storage')}</h2>
        {isLocked('storage') ? (
          <Locked>{t('setup.environment.locked')}</Locked>
        ) : (
          <ChoiceCards
            label={t('environment.storage')}
            value={draft.storage_driver}
            choices={storageDriverChoices()}
            onChoose={(storage_driver) => onChange({ storage_driver })}
          />
        )}
        {!isLocked('storage') && draft.storage_driver === 's3' && (
          <>
            <div className="setup-line" data-shape="fields">
              <StorageFields
                Row={SetupField}
                draft={draft}
                faults={faultsWithin('storage', shownFaults)}
                hasSecret={storage.s3_secret_key}
                onChange={onChange}
              />
            </div>
            <TrialOutcome
              action={t('environment.storage_test')}
              untried={t('setup.database.test_text')}
              works={environment.storage.data && t('environment.storage_works')}
              fault={faultOf('storage')}
              busy={environment.storage.isPending}
              onTry={tryStorage}
            />
          </>
        )}
      </section>
      <section className="setup-part" aria-label={t('environment.mail')}>
        <h2>{t('environment.mail')}</h2>
        {isLocked('mail') ? (
          <Locked>{t('setup.environment.locked')}</Locked>
        ) : (
          <ChoiceCards
            label={t('environment.mail')}
            value={draft.mail_driver}
            choices={mailDriverChoices()}
            onChoose={(mail_driver) => onChange({ mail_driver })}
          />
        )}
        {!isLocked('mail') && draft.mail_driver === 'smtp' && (
          <div className="setup-line" data-shape="fields">
            <MailFields
              Row={SetupField}
              draft={draft}
              faults={faultsWithin('mail', shownFaults)}
              keepsPassword={mail.mail_password && isSameSignIn(draft, mailDraft(mail))}
              onChange={onChange}
            />
          </div>
        )}
        {(isLocked('mail') || draft.mail_driver === 'smtp') && (
          <MailTrial
            to={to}
            fault={shownFaults['to']}
            fails={mailFault}
            sentTo={environment.mail.data?.to}
            busy={environment.mail.isPending}
            onWrite={(written) => {
              setTo(written);
              forget();
              environment.forget('mail');
            }}
            onTry={tryMail}
          />
        )}
      </section>
      <section className="setup-part">
        <SetupSwitch
          label={t('environment.realtime')}
          hint={t('environment.realtime_help')}
          checked={draft.realtime}
          onSwitch={(realtime) => onChange({ realtime })}
        />
      </section>
      {left && left === environment.save.error && !trialOf(left) && (
        <FormProblem>{errorText(left)}</FormProblem>
      )}
      <SetupFooter step={step} action={t('setup.save')} busy={environment.save.isPending} />
    </form>
  );
};
