import type { UserRow, UserSettingsRow } from '#db/tables/users.ts';

/** A user's row with the settings beside it. */
export type UserWithSettings = UserRow & Omit<UserSettingsRow, 'user_id'>;
