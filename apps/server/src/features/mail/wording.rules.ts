import type { WarningCode } from '@holdall/contract/admin-server';
import { en, type MessageKey } from '@holdall/contract/messages/en';
import { pages } from '@holdall/contract/pages';
import type { Messages } from '@holdall/contract/translations';
import { formatBytes } from '#lib/format-bytes.ts';
import { redactEmail } from '#lib/redact.ts';
import type { MailOf, MailTemplate, NewMail, WarningFacts } from './mail.types.ts';

/** The text of one mail in one language, unescaped. */
export interface Wording {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  /** A person's message; its lines are kept. */
  readonly quote?: string | undefined;
  /** The main action, if there is one. */
  readonly button: { readonly label: string; readonly link: string; readonly linkBelow: string } | undefined;
  /** The reason for this mail. */
  readonly why: string;
}

export interface Surroundings {
  /** The language of the messages. */
  readonly locale: string;
  readonly messages: Messages;
  /** Title of the application. */
  readonly app: string;
  /** Returns the URL of a page of the application. */
  readonly link: (path: string) => string;
}

type Kind =
  | Exclude<MailTemplate, 'two_factor_changed'>
  | 'password_changed_tokens'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'guest_change'
  | 'shared_anonymous'
  | 'files_requested_anonymous'
  | 'files_received_one';
type KindWithButton = Exclude<Kind, 'email_changed' | 'test'>;

interface Outline {
  readonly kind: Kind;
  readonly values?: Readonly<Record<string, string>>;
  readonly quote?: string;
  readonly button?: { readonly kind: KindWithButton; readonly link: string };
}

/** Facts formatted in the recipient's language. */
interface Written {
  readonly size: (bytes: number) => string;
  readonly warning: (
    code: WarningCode,
    facts: WarningFacts,
  ) => { readonly title: string; readonly text: string };
}

const outlines: {
  readonly [Template in MailTemplate]: (
    values: MailOf<Template>['values'],
    link: Surroundings['link'],
    written: Written,
  ) => Outline;
} = {
  password_reset: ({ link }) => withButton('password_reset', link),
  password_changed: ({ tokens = 0 }, link) =>
    tokens > 0
      ? {
          ...withButton('password_changed_tokens', link(pages.forgottenPassword)),
          values: { tokens: String(tokens) },
        }
      : withButton('password_changed', link(pages.forgottenPassword)),
  registration: ({ link }) => withButton('registration', link),
  registration_known: ({ link }) => withButton('registration_known', link),
  email_change: ({ link, email }) => ({ ...withButton('email_change', link), values: { email } }),
  email_changed: ({ email }) => ({ kind: 'email_changed', values: { email: redactEmail(email) } }),
  two_factor_changed: ({ on }, link) =>
    withButton(on ? 'two_factor_on' : 'two_factor_off', link(pages.forgottenPassword)),
  welcome: ({ link }) => withButton('welcome', link),
  account_ready: ({ link }) => withButton('account_ready', link),
  shared: ({ link, from, name, message }) => ({
    ...withButton(from === '' ? 'shared_anonymous' : 'shared', link),
    values: { from, name },
    quote: message,
  }),
  guest_changes: ({ link, name, count }) => ({
    ...withButton(count === 1 ? 'guest_change' : 'guest_changes', link),
    values: { name, count: String(count) },
  }),
  files_requested: ({ link, from, name, message }) => ({
    ...withButton(from === '' ? 'files_requested_anonymous' : 'files_requested', link),
    values: { from, name },
    quote: message,
  }),
  files_received: ({ link, name, folder, count, size, files }, _link, { size: sizeOf }) => ({
    ...withButton(count === 1 ? 'files_received_one' : 'files_received', link),
    values: { name, folder, count: String(count), size: sizeOf(size) },
    quote: [
      ...files.map((file) => `${inert(file.name)} (${sizeOf(file.size)})`),
      ...(count > files.length ? ['…'] : []),
    ].join('\n'),
  }),
  versions_dropped: ({ link }) => withButton('versions_dropped', link),
  warning: ({ link, code, facts }, _link, { warning }) => ({
    ...withButton('warning', link),
    values: warning(code, facts),
  }),
  warning_over: ({ link, code, facts }, _link, { warning }) => ({
    ...withButton('warning_over', link),
    values: { title: warning(code, facts).title },
  }),
  test: () => ({ kind: 'test' }),
};
const withButton = (kind: KindWithButton, link: string): Outline => ({ kind, button: { kind, link } });

/** Replaces placeholders by their values. */
const filled = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => valueOf(name) ?? '');

const writtenIn = ({ locale, messages }: Surroundings): Written => {
  const size = (bytes: number): string => formatBytes(bytes, { locale, units: messages['bytes.units'] });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const fact = (facts: WarningFacts, name: string): string | undefined => {
    const value = facts[name];
    if (name === 'free') return size(Number(value));
    if (name === 'date') return dates.format(new Date(String(value)));
    return value === undefined ? undefined : String(value);
  };
  const say = (key: MessageKey, facts: WarningFacts): string =>
    filled(messages[key] ?? en[key], (name) => fact(facts, name));
  return {
    size,
    warning: (code, facts) => ({
      title: say(`health.warning.${code}.title`, facts),
      text: say(`health.warning.${code}.text`, facts),
    }),
  };
};

const outlineOf = <Template extends MailTemplate>(
  { template, values }: MailOf<Template>,
  surroundings: Surroundings,
): Outline => outlines[template](values, surroundings.link, writtenIn(surroundings));

/** Replaces characters by spaces that break a line, begin a header or turn the direction of writing. */
const inert = (value: string): string =>
  value.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** As `inert`, for several lines. */
const inertLines = (value: string): string =>
  value
    .split(/\r\n|\r|\n/)
    .map(inert)
    .join('\n')
    .trim();

/** Tells whether a mail's template is known: one of a newer version of the application may not be. */
export const isKnownTemplate = (template: string): boolean => Object.hasOwn(outlines, template);

/** Writes a mail in a language. */
export const wordingOf = (mail: NewMail, surroundings: Surroundings): Wording => {
  const { messages, app } = surroundings;
  const { kind, values = {}, quote = '', button } = outlineOf(mail, surroundings);
  const known = new Map(Object.entries({ app, ...values }).map(([name, value]) => [name, inert(value)]));
  const say = (key: MessageKey): string => inert(filled(messages[key] ?? en[key], (name) => known.get(name)));
  return {
    subject: say(`mail.${kind}.subject`),
    title: say(`mail.${kind}.title`),
    text: say(`mail.${kind}.text`),
    ...(inertLines(quote) === '' ? {} : { quote: inertLines(quote) }),
    button: button && {
      label: say(`mail.${button.kind}.button`),
      link: button.link,
      linkBelow: say('mail.link_below'),
    },
    why: say(`mail.${kind}.why`),
  };
};
