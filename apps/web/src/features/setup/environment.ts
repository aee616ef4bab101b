import { isOriginAlone } from '@holdall/contract/patterns';
import type { SentSetupEnvironment, SetupLock, SetupStatus } from '@holdall/contract/setup';
import type { Translate } from '#shared/i18n/messages.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { checkMail, mailDraft, sentMail, type MailDraft } from '#shared/mail/mail-form.ts';
import { checkStorage, sentStorage, storageDraft, type StorageDraft } from '#shared/storage/storage-form.ts';

/** Draft of the environment. */
export interface EnvironmentDraft extends StorageDraft, MailDraft {
  readonly url: string;
  readonly realtime: boolean;
}

/** Returns the initial values. @param origin address at which the browser found the server */
export const environmentDraftOf = (
  { url, storage, mail, realtime }: SetupStatus['kept']['environment'],
  origin: string,
): EnvironmentDraft => ({
  ...storageDraft(storage),
  ...mailDraft(mail),
  url: url === '' ? origin : url,
  realtime,
});

/** Returns the request body, without values that are decided elsewhere. */
export const environmentOf = (
  draft: EnvironmentDraft,
  locked: readonly SetupLock[],
): SentSetupEnvironment => ({
  ...(!locked.includes('url') && { url: draft.url.trim() }),
  ...(!locked.includes('storage') && { storage: sentStorage(draft) }),
  ...(!locked.includes('mail') && { mail: sentMail(draft) }),
  realtime: draft.realtime,
});

export const urlFaults = (t: Translate, { url }: EnvironmentDraft): Faults => ({
  url: url.trim() === '' || isOriginAlone(url.trim()) ? undefined : t('checks.address_alone'),
});

/** Returns the errors of a part under the field names of the whole form. */
const within = (part: string, faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${part}.${name}`, fault]));

/** Returns the errors of a part under the names of its own fields. */
export const faultsWithin = (part: string, faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([name]) => name.startsWith(`${part}.`))
      .map(([name, fault]) => [name.slice(part.length + 1), fault]),
  );

/** Returns the errors of storage before it is sent. @param kept a secret key is stored */
export const storageFaults = (draft: EnvironmentDraft, kept: boolean): Faults =>
  within('storage', checkStorage(draft, kept));

/** Returns the errors of the mail server before it is sent. */
export const mailFaults = (draft: EnvironmentDraft): Faults => within('mail', checkMail(draft));

export const recipientFaults = (t: Translate, to: string): Faults => ({
  to: isEmail(to) ? undefined : t('sign_in.email_invalid'),
});
