import type { Favourite, User } from '@holdall/contract/users';
import type { UserWithSettings } from './users.types.ts';

/** What is known of a user elsewhere. */
export interface UserFacts {
  /** Whether the storage has reached its capacity: nothing can be uploaded then. */
  readonly isStorageFull: boolean;
  /** Folders that the user keeps at hand, in order. */
  readonly favourites: Favourite[];
}

const storageIsFull = 'Your storage is full.';

/** A user as they see themselves: no hash, no key. */
export const presentUser = (row: UserWithSettings, { isStorageFull, favourites }: UserFacts): User => ({
  data: {
    id: row.id,
    type: 'user',
    attributes: {
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      role: row.role,
      avatar: null,
      color: row.color,
      two_factor_confirmed_at: null,
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
          },
        },
      },
      favourites: { data: favourites },
    },
    meta: {
      restrictions: {
        canUpload: row.can_upload === 1 && !isStorageFull,
        canDownload: row.can_download === 1,
        canCreateFolder: row.can_create_folder === 1,
        reason: row.restriction_reason ?? (isStorageFull ? storageIsFull : null),
      },
      pending_email: null,
      recovery_codes_left: 0,
    },
  },
});
