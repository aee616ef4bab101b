import type { Share } from '@holdall/contract/share-link';
import type { Translate } from '#shared/i18n/messages.ts';

/** Returns the words for one of several links: its label, or else its permission. */
export const linkName = (t: Translate, { attributes }: Share['data']): string =>
  attributes.label === '' ? t(`share.${attributes.permission}`) : attributes.label;
