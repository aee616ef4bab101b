import { avatarOf } from '@holdall/contract/images';
import type { FavouriteLists, User } from '@holdall/contract/users';
import type { UserWithSettings } from './users.types.ts';

/** Facts about credentials, for the owner of an account. */
export interface CredentialFacts {
  /** Milliseconds since 1970; null if two-factor sign-in is off. */
  readonly twoFactorConfirmedAt: number | null;
  readonly recoveryCodesLeft: number;
  /** An e-mail that awaits its confirmation. */
  readonly pendingEmail: string | null;
}

/** Facts about a user from other features. */
export interface UserFacts {
  readonly credentials: CredentialFacts;
  /** True if an administrator requires two-factor sign-in of the account. */
  readonly isTwoFactorRequired: boolean;
  /** True if the storage has reached its capacity, so that nothing can be uploaded. */
  readonly isStorageFull: boolean;
  /** The user's favourite folders and files, in order. */
  readonly favourites: FavouriteLists;
}

const storageIsFull = 'Your storage is full.';

/** Presents users to themselves, without hashes and keys. */
export const presentUser = (
  row: UserWithSettings,
  { credentials, isTwoFactorRequired, isStorageFull, favourites }: UserFacts,
): User => ({
  data: {
    id: row.id,
    type: 'user',
    attributes: {
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      role: row.role,
      avatar: avatarOf(row.avatar_id),
      color: row.color,
      two_factor_confirmed_at:
        credentials.twoFactorConfirmedAt === null
          ? null
          : new Date(credentials.twoFactorConfirmedAt).toISOString(),
      status: row.status,
      created_at: new Date(row.created_at).toISOString(),
    },
    relationships: {
      settings: {
        data: {
          attributes: {
            first_name: row.first_name,
            last_name: row.last_name,
            theme_mode: row.theme_mode,
            emoji_type: row.emoji_type,
            locale: row.locale,
            country: row.country,
            timezone: row.timezone,
            mail_guest_changes: row.mail_guest_changes === 1,
          },
        },
      },
      favourites: { data: favourites.data },
      favourite_items: { data: favourites.items },
    },
    meta: {
      restrictions: {
        canUpload: row.can_upload === 1 && !isStorageFull,
        canDownload: row.can_download === 1,
        canCreateFolder: row.can_create_folder === 1,
        reason: row.restriction_reason ?? (isStorageFull ? storageIsFull : null),
      },
      pending_email: credentials.pendingEmail,
      recovery_codes_left: credentials.recoveryCodesLeft,
      two_factor_required: isTwoFactorRequired,
    },
  },
});
