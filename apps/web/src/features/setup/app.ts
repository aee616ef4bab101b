import type { SetupApp, SetupStatus } from '@holdall/contract/setup';
import type { Translate } from '#shared/i18n/messages.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import type { Faults } from '#shared/lib/use-form.ts';

type KeptApp = SetupStatus['kept']['app'];

/** Settings that are a size; undefined while what is written is none. */
export type AppSize = 'default_capacity' | 'upload_limit' | 'chunk_size';

/** What the application is called, looks like and allows, as it is written. */
export type AppDraft = Omit<KeptApp, AppSize | 'contact_email'> & {
  readonly [Size in AppSize]: number | undefined;
} & { readonly contact_email: string };

/** Below the fold, in the order in which they stand there. */
export const looksBelow = [
  'description',
  'contact_email',
  'default_theme',
  'default_emoji',
  'locale',
] as const;
export const limitsBelow = [
  'subscription_type',
  'storage_limitation',
  'default_capacity',
  'upload_limit',
  'chunk_size',
  'mimetypes_blacklist',
] as const;

/**
 * What the fields begin with.
 * @param passing bytes of the largest request that comes through to the server, where that is less than was wanted
 */
export const appDraftOf = (kept: KeptApp, passing: number | null): AppDraft => ({
  ...kept,
  contact_email: kept.contact_email ?? '',
  chunk_size: Math.min(kept.chunk_size, passing ?? kept.chunk_size),
});

/** A limit without a plan is the fixed plan. */
export const planOf = (draft: AppDraft): AppDraft['subscription_type'] =>
  draft.storage_limitation && draft.subscription_type === 'none' ? 'fixed' : draft.subscription_type;

const sizes: readonly AppSize[] = ['default_capacity', 'upload_limit', 'chunk_size'];

/**
 * What is wrong before anybody is asked.
 * @param own what fields find themselves in what stands in them
 */
export const appFaults = (t: Translate, draft: AppDraft, own: Faults): Faults => ({
  title: draft.title.trim() ? undefined : t('checks.title_missing'),
  contact_email:
    draft.contact_email.trim() === '' || isEmail(draft.contact_email)
      ? undefined
      : t('create_user.email_invalid'),
  ...Object.fromEntries(
    sizes.map((name) => [name, draft[name] === undefined ? t('bytes.invalid') : undefined] as const),
  ),
  ...Object.fromEntries(Object.entries(own).filter(([, fault]) => fault !== undefined)),
  // Only the fixed plan asks for it: what is wrong with it is neither seen nor sent otherwise.
  ...(planOf(draft) !== 'fixed' && { default_capacity: undefined }),
});

/** It as it is sent. */
export const appOf = (draft: AppDraft): SetupApp => ({
  ...draft,
  title: draft.title.trim(),
  contact_email: draft.contact_email.trim() || null,
});
