import type { SetupStep } from '@holdall/contract/setup';
import type { SettingsInput } from '#features/settings/index.ts';

/** Settings whose values the draft keeps sealed. */
export const draftSecrets = ['s3_secret_key', 'mail_password', 'purchase_code'] as const;
export type DraftSecret = (typeof draftSecrets)[number];

/** The wizard's answers so far. */
export interface Draft {
  /** Stored in the installation that is made of it, which identifies the draft as its own. */
  readonly id: string;
  /** `installing`: the last step has begun, and its outcome is unknown. */
  readonly phase: 'open' | 'installing';
  readonly done: readonly SetupStep[];
  /** Bytes of the largest request that reached this server; null if no limit was found, or none was tested. */
  readonly requestSize: number | null;
  /** By the names of the settings; secrets are sealed. */
  readonly settings: SettingsInput;
  readonly admin: { readonly first_name: string; readonly last_name: string; readonly email: string } | null;
}
