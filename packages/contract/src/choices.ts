/** Lists to choose from, without schemas, so that pages can have them, too. */

export const itemTypes = ['folder', 'file'] as const;

/** The intervals at which the server does something by itself. */
export const scheduleRhythms = ['off', 'daily', 'weekly'] as const;
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/**
 * Offsets from UTC in hours, −12.0 to 12.0 with the halves and the 45 minutes that are in use (specification
 * section 3, selectable lists).
 */
export const timezoneOffsets = [
  -12, -11, -10, -9.5, -9, -8, -7, -6, -5, -4, -3.5, -3, -2.5, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75,
  6, 6.5, 7, 8, 8.75, 9, 9.5, 10, 10.5, 11, 12,
] as const;
export type TimezoneOffset = (typeof timezoneOffsets)[number];

/** Choices of the earlier contents of files that are kept: fewer the older they get, those of some days, or some of each file. */
export const versionThinnings = ['automatic', 'days', 'count'] as const;

/** Accounts that two-factor sign-in is required of. */
export const twoFactorRules = ['nobody', 'admins', 'everyone'] as const;

export const userSortFields = ['name', 'email', 'role', 'created_at', 'used', 'last_seen_at'] as const;
export type UserSortField = (typeof userSortFields)[number];

/** Colours of letter tiles that a person may choose; the client darkens them until white reads well. */
export const avatarColors = [
  '#2878c0',
  '#a14090',
  '#c27627',
  '#258865',
  '#6b3baa',
  '#ae2d2f',
  '#006671',
  '#7c4b11',
] as const;
