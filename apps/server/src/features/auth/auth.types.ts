import type { Role } from '@holdall/contract/permissions';
import type { Flag } from '#db/tables/users.ts';
import type { RequiredFactor } from '#lib/actor.ts';

/** The rights of an account at this moment. */
export interface AccountState {
  readonly user_id: string;
  readonly role: Role;
  readonly status: 'active' | 'suspended';
  readonly deleting_at: number | null;
  readonly demo_until: number | null;
  /** Null if no second factor is required. */
  readonly required_factor: RequiredFactor | null;
  readonly can_upload: Flag;
  readonly can_download: Flag;
  readonly can_create_folder: Flag;
}

export interface SessionRow {
  readonly remember: Flag;
  readonly last_seen_at: number;
  readonly expires_at: number;
}

/** A session with the facts for its owner. */
export interface DeviceRow extends SessionRow {
  readonly token_hash: string;
  readonly created_at: number;
  readonly address: string;
  readonly user_agent: string;
}

/** A new session for the browser's cookie. */
export interface NewSession {
  readonly token: string;
  /** Seconds that the cookie lives; undefined means until the browser closes. */
  readonly maxAge: number | undefined;
}

/** The proof of a second factor. */
export type SecondFactor = { readonly code: string } | { readonly recovery_code: string };
