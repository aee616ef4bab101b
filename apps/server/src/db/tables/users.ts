import type { EmojiType, ThemeMode } from '@holdall/contract/users';
import type { Role } from '@holdall/contract/permissions';
import type { CountryCode } from '@holdall/contract/countries';
import type { TimezoneOffset } from '@holdall/contract/choices';
import type { Generated, Selectable } from 'kysely';
import type { ContainerTotals } from '#db/tables/files.ts';

/** SQLite has no booleans: both databases store 0 and 1. */
export type Flag = 0 | 1;

export interface UsersTable extends ContainerTotals {
  id: string;
  /** As the person wrote it. */
  email: string;
  /** NFKC, case-folded: one account an address. */
  email_key: string;
  /** Argon2id in PHC notation. */
  password_hash: string;
  role: Role;
  status: 'active' | 'suspended';
  /** `#rrggbb` */
  color: string;
  can_upload: Flag;
  can_download: Flag;
  can_create_folder: Flag;
  restriction_reason: string | null;
  /** Null: the letter tile. */
  avatar_id: Generated<string | null>;
  suspended_reason: Generated<string | null>;
  /** Last use of a session of the user; null: never. */
  seen_at: Generated<number | null>;
  /** Start of its deletion: the account is unusable from then on. */
  deleting_at: Generated<number | null>;
  /** End of a throwaway account of the demo. */
  demo_until: Generated<number | null>;
  /** Of the top of the account, as of folders. */
  tree_rev: Generated<string | null>;
  created_at: number;
  updated_at: number;
}
export type UserRow = Selectable<UsersTable>;

export interface UserSettingsTable {
  user_id: string;
  first_name: string;
  last_name: string;
  theme_mode: ThemeMode | null;
  emoji_type: EmojiType | null;
  locale: string | null;
  country: Generated<CountryCode | null>;
  /** Hours from UTC. */
  timezone: Generated<TimezoneOffset | null>;
  /** Sends mails about changes that guests make through the user's links. */
  mail_guest_changes: Generated<Flag>;
}
export type UserSettingsRow = Selectable<UserSettingsTable>;

export interface SessionsTable {
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string;
  user_id: string;
  remember: Flag;
  created_at: number;
  last_seen_at: number;
  /** End of the session, even if it is in use. */
  expires_at: number;
  address: string;
  user_agent: string;
  /** SHA-256 of the token before the last renewal, and when it stops being accepted; null in a session that was not renewed. */
  former_hash: string | null;
  former_until: number | null;
}

export interface RateLimitsTable {
  key: string;
  window_start: number;
  count: number;
}
