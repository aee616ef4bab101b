import type { SetupStep } from '@holdall/contract/setup';
import type { SettingsInput } from '#features/settings/index.ts';

/** Settings whose values the draft keeps sealed. */
export const draftSecrets = ['s3_secret_key', 'mail_password', 'purchase_code'] as const;
export type DraftSecret = (typeof draftSecrets)[number];

/** What the wizard has been told so far. */
export interface Draft {
  /** Written into the installation that is made of it, so that what is left of it is known to be its own. */
  readonly id: string;
  /** `installing`: the last step has begun, and it is not known here whether it has ended. */
  readonly phase: 'open' | 'installing';
  readonly done: readonly SetupStep[];
  /** Bytes of the largest request that came through to this server; null: as large a one as was wanted, or it is not known. */
  readonly requestSize: number | null;
  /** By the names of the settings; secrets are sealed. */
  readonly settings: SettingsInput;
  readonly admin: { readonly first_name: string; readonly last_name: string; readonly email: string } | null;
}
