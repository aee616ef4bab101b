import type { ActivityEntry } from '@holdall/contract/activity';
import type { ActivityKind } from '@holdall/contract/activity-kinds';
import { hasText, type TextKey, type Translate } from '#shared/i18n/messages.ts';
import { jobKindName } from '#shared/lib/job-kind.ts';
import { factText } from './facts.ts';

type Attributes = ActivityEntry['attributes'];
type Details = Attributes['details'];

const detail = (details: Details, name: string): string => {
  const value = details[name];
  return value === null || value === undefined ? '' : String(value);
};

/** Returns a person's current name, else the one stored with the entry. */
const personName = (t: Translate, person: Attributes['user'], details: Details = {}): string =>
  person?.name ||
  person?.email ||
  detail(details, 'name') ||
  detail(details, 'email') ||
  t('activity.deleted_user');

const restrictions = ['canUpload', 'canDownload', 'canCreateFolder'] as const;

const images: ReadonlySet<unknown> = new Set(['logo', 'logo_horizontal', 'favicon', 'share_image']);

const hasValues = (details: Details): boolean => 'from' in details || 'to' in details;

const refusedBy =
  (anonymous: 'not_found_anonymous' | 'cross_site_anonymous' | 'limited_anonymous') =>
  ({ actor }: Attributes): TextKey | undefined =>
    actor === null ? `activity.refused.${anonymous}` : undefined;

/** Messages of kinds whose wording depends on the details; undefined selects the usual message. */
const variants: Partial<Record<ActivityKind, (of: Attributes) => TextKey | undefined>> = {
  'session.failed': ({ user, details }) => {
    if (user) return undefined;
    return detail(details, 'email') === ''
      ? 'activity.session.failed_anonymous'
      : 'activity.session.failed_unknown';
  },
  'session.ended': ({ actor, user, details }) => {
    if (actor === null || actor.id !== user?.id) return undefined;
    return details['count'] === 1 ? 'activity.session.ended_single' : 'activity.session.ended_own';
  },
  'account.password_reset': ({ details }) =>
    details['from_admin'] === true ? 'activity.account.password_reset_from_admin' : undefined,
  'account.reset_requested': ({ user }) =>
    user === null ? 'activity.account.reset_requested_unknown' : undefined,
  'share.revoked': ({ details }) => {
    if (details['count'] !== 1) return 'activity.share.revoked_many';
    return detail(details, 'name') === '' ? undefined : 'activity.share.revoked_named';
  },
  'refused.not_found': refusedBy('not_found_anonymous'),
  'refused.forbidden': ({ actor, details }) => {
    if (actor) return undefined;
    return detail(details, 'link') === ''
      ? 'activity.refused.forbidden_anonymous'
      : 'activity.refused.forbidden_guest';
  },
  'refused.cross_site': refusedBy('cross_site_anonymous'),
  'refused.limited': refusedBy('limited_anonymous'),
  'user.role_changed': ({ details }) =>
    details['to'] === 'admin' ? 'activity.user.role_admin' : 'activity.user.role_user',
  'user.restricted': ({ details }) =>
    restrictions.every((name) => details[name] !== false) ? 'activity.user.restricted_none' : undefined,
  'user.changed': ({ details }) => {
    if (details['name'] === 'avatar')
      return details['to'] === false ? 'activity.user.photo_removed' : 'activity.user.changed_plain';
    return hasValues(details) ? undefined : 'activity.user.changed_plain';
  },
  'settings.changed': ({ details }) => {
    if (images.has(details['name']))
      return details['to'] === false ? 'activity.settings.image_removed' : 'activity.settings.changed_plain';
    return hasValues(details) ? undefined : 'activity.settings.changed_plain';
  },
};

const nameText = (t: Translate, kind: string, name: string): string => {
  const key = kind === 'settings.changed' ? `settings.setting.${name}` : `user.field.${name}`;
  return hasText(key) ? t(key) : name;
};

/** Kinds whose `name` is that of a thing. */
const namesThings = /^(account\.token|share\.|file_request\.|guest\.|language\.)/;

/** Formats an entry as a sentence. Kinds that only a newer server knows get a generic one. */
export const sentenceOf = (t: Translate, attributes: Attributes): string => {
  const { kind, actor, user, details } = attributes;
  const plain = `activity.${kind}`;
  const key = variants[kind]?.(attributes) ?? (hasText(plain) ? plain : undefined);
  if (key === undefined) return t('activity.unknown', { kind });
  const isNaming = kind === 'settings.changed' || kind === 'user.changed';
  const setting = detail(details, 'name');
  return t(key, {
    actor: actor === null ? t('activity.system') : personName(t, actor),
    // A `name` of a setting or a thing must not stand in for the name of a person.
    user: personName(t, user, isNaming || namesThings.test(kind) ? {} : details),
    name: isNaming ? nameText(t, kind, setting) : setting,
    email: detail(details, 'email'),
    count: detail(details, 'count'),
    from: factText(t, { kind, name: setting, fact: details['from'] }),
    to: kind.startsWith('guest.')
      ? detail(details, 'to')
      : factText(t, { kind, name: setting, fact: details['to'] }),
    jobs: jobKindName(t, detail(details, 'kind')),
    what: restrictions
      .filter((name) => details[name] === false)
      .map((name) => t(`activity.what.${name}`))
      .join(', '),
  });
};

/** Returns the reason of an action or of its failure; undefined where none was recorded. */
export const reasonOf = (t: Translate, { kind, details }: Attributes): string | undefined => {
  const reason = detail(details, 'reason');
  if (reason === '') return undefined;
  const key = `activity.failed.${reason}`;
  if (kind.startsWith('session.')) return hasText(key) ? t(key) : undefined;
  return t('activity.reason', { reason });
};
