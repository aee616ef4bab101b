import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import type { DatabaseRefusal } from '../database.ts';
import { TrialOutcome } from './trial-outcome.tsx';

type Found = AnswersOf<Endpoints['testSetupDatabase']>;

interface RefusedProps {
  readonly refusal: DatabaseRefusal;
  /** A field shows the reason. */
  readonly isAtField: boolean;
}

const Refused = ({ refusal: { sentence, message }, isAtField }: RefusedProps) => {
  const t = useText();
  return (
    <>
      {isAtField ? t('setup.database.fault.unknown') : sentence}
      {message !== undefined && <small>{t('setup.database.said', { message })}</small>}
    </>
  );
};

const Connected = ({ found: { version, tls, state } }: { readonly found: Found }) => {
  const t = useText();
  // Debian's version has more than a number.
  const server = `PostgreSQL ${version.split(' ')[0]}`;
  const encryption = tls === null ? [] : [t(tls ? 'setup.database.tls_on' : 'setup.database.tls_off')];
  return (
    <>
      <b>{t('setup.database.connected')}</b>{' '}
      {`${[server, ...encryption].join(', ')}. ${t(`setup.database.state.${state}`)}`}
    </>
  );
};

interface DatabaseOutcomeProps {
  readonly found: Found | undefined;
  readonly refusal: DatabaseRefusal | undefined;
  /** A field shows the refusal. */
  readonly isAtField: boolean;
  /** Another failure. */
  readonly error: Error | undefined;
  readonly busy: boolean;
  readonly onTest: () => void;
}

/** Shows the result of a database test and the version found. */
export const DatabaseOutcome = ({ found, refusal, isAtField, error, busy, onTest }: DatabaseOutcomeProps) => {
  const t = useText();
  const fault = refusal ? <Refused {...{ refusal, isAtField }} /> : error && errorText(error);
  return (
    <TrialOutcome
      action={t('setup.database.test')}
      untried={t('setup.database.test_text')}
      works={found && <Connected found={found} />}
      fault={fault}
      busy={busy}
      onTry={onTest}
    />
  );
};
