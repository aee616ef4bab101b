export const userSortFields = ['name', 'email', 'role', 'created_at', 'used', 'last_seen_at'] as const;
export type UserSortField = (typeof userSortFields)[number];
/** Users in one page of the table (product.md). */
export const usersPage = 25;
