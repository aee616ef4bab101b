import type { ActivityEntry } from '@holdall/contract/activity';
import { hasText, type Translate } from '#shared/i18n/messages.ts';
import { sentenceOf } from './sentences.ts';

/** Formats an entry for the user whose account it concerns. Actions of others name them. */
export const ownSentenceOf =
  (ownId: string) =>
  (t: Translate, attributes: ActivityEntry['attributes']): string => {
    const { kind, actor, user, details } = attributes;
    const plain = `activity.own.${kind}`;
    const variant =
      details['count'] === 1
        ? `${plain}_single`
        : details['from_admin'] === true
          ? `${plain}_from_admin`
          : '';
    const key = hasText(variant) ? variant : plain;
    const isOwn = user?.id === ownId && (actor === null || actor.id === ownId);
    if (!isOwn || !hasText(key)) return sentenceOf(t, attributes);
    const facts = Object.entries(details).map(([name, value]) => [name, String(value ?? '')]);
    return t(key, Object.fromEntries(facts) as Readonly<Record<string, string>>);
  };
