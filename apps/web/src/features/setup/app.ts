import type { SetupApp, SetupStatus } from '@holdall/contract/setup';
import type { Translate } from '#shared/i18n/messages.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import type { Faults } from '#shared/lib/use-form.ts';

type KeptApp = SetupStatus['kept']['app'];

/** Size settings; undefined while the input is invalid. */
export type AppSize = 'default_capacity' | 'upload_limit' | 'chunk_size';

/** Draft of the application's name, looks and limits. */
export type AppDraft = Omit<KeptApp, AppSize | 'contact_email'> & {
  readonly [Size in AppSize]: number | undefined;
} & { readonly contact_email: string };

/** Fields of the collapsed sections in their order. */
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
 * Returns the initial values.
 * @param passing bytes of the largest request that reaches the server, where that is less than wanted
 */
export const appDraftOf = (kept: KeptApp, passing: number | null): AppDraft => ({
  ...kept,
  contact_email: kept.contact_email ?? '',
  chunk_size: Math.min(kept.chunk_size, passing ?? kept.chunk_size),
});

/** A limit without a plan selects the fixed plan. */
export const planOf = (draft: AppDraft): AppDraft['subscription_type'] =>
  draft.storage_limitation && draft.subscription_type === 'none' ? 'fixed' : draft.subscription_type;

const sizes: readonly AppSize[] = ['default_capacity', 'upload_limit', 'chunk_size'];

/**
 * Returns the errors before it is sent.
 * @param own errors that fields find in their own input
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
  // Only the fixed plan sends and shows a size, so its errors count only there.
  ...(planOf(draft) !== 'fixed' && { default_capacity: undefined }),
});

/** Returns the request body. */
export const appOf = (draft: AppDraft): SetupApp => ({
  ...draft,
  title: draft.title.trim(),
  contact_email: draft.contact_email.trim() || null,
});
