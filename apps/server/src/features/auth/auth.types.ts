import type { Role } from '@holdall/contract/permissions';
import type { Flag } from '#db/tables/users.ts';
import type { RequiredFactor } from '#http/actor.ts';

/** What an account may do at this moment. */
export interface AccountState {
  readonly user_id: string;
  readonly role: Role;
  readonly status: 'active' | 'suspended';
  readonly deleting_at: number | null;
  readonly demo_until: number | null;
  /** Null where no second factor is required. */
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

/** A session as its owner sees it. */
export interface DeviceRow extends SessionRow {
  readonly token_hash: string;
  readonly created_at: number;
  readonly address: string;
  readonly user_agent: string;
}

/** What a browser is given to keep. */
export interface NewSession {
  readonly token: string;
  /** Seconds the cookie lives; undefined: until the browser closes. */
  readonly maxAge: number | undefined;
}

/** What shows that somebody has the second factor. */
export type SecondFactor = { readonly code: string } | { readonly recovery_code: string };
