import type { TokenScope } from '@holdall/contract/account';
import type { Generated, Selectable } from 'kysely';
import type { Flag } from '#db/tables/users.ts';

/** Second factors of sign-ins. */
export interface TwoFactorTable {
  user_id: string;
  /** Hexadecimal, sealed. */
  secret: string;
  created_at: number;
  /** Null: set up, but not in force yet. */
  confirmed_at: number | null;
  /** The latest time step whose code was taken: none counts twice. */
  last_step: number | null;
}
export type TwoFactorRow = Selectable<TwoFactorTable>;

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: number | null;
}

/** Sign-ins whose password was right and whose second factor is awaited. */
export interface SignInChallengesTable {
  /** SHA-256 of the challenge's cookie. */
  token_hash: string;
  user_id: string;
  remember: Flag;
  /** Answers so far: each counts before it is judged. */
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
}
export type SignInChallengeRow = Selectable<SignInChallengesTable>;

/** Browsers in which an account has been signed in to before. */
export interface KnownDevicesTable {
  /** SHA-256 of the device's cookie, hexadecimal. */
  token_hash: string;
  user_id: string;
  /** One year after its latest sign-in. */
  expires_at: number;
}

/** Personal access tokens. */
export interface ApiTokensTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the token. */
  token_hash: string;
  scope: TokenScope;
  created_at: number;
  last_used_at: number | null;
  /** Null: never. */
  expires_at: number | null;
}
export type ApiTokenRow = Selectable<ApiTokensTable>;

/** Links that were mailed and open something once. */
export interface EmailTokensTable {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  kind: 'password' | 'registration' | 'email';
  /** Null while there is no account yet. */
  user_id: string | null;
  /** The address that is confirmed by it, as it was written. */
  email: string;
  email_key: string;
  /**
   * The fields of a future registration, as JSON; of a link for a password `welcome`, where it is an invitation, and
   * `handed_over`, where an administrator passes it on.
   */
  payload: string | null;
  created_at: number;
  expires_at: number;
  /** Time of the link's use. */
  used_at: number | null;
}
export type EmailTokenRow = Selectable<EmailTokensTable>;

/** Images that people and administrators have set. */
export interface ImagesTable {
  /** 128 random bits, hexadecimal: part of a public address. */
  id: string;
  /** The store that has the bytes. */
  store_id: string;
  /** Name in the store of the bytes that hold every size. */
  key: string;
  /** JSON: position and type of each size in those bytes. */
  spans: string;
  created_at: number;
  /** Time at which it was replaced; its bytes are deleted a while later. */
  removed_at: number | null;
}
export type ImageRow = Selectable<ImagesTable>;
