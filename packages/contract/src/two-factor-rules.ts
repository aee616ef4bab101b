/** Accounts that two-factor sign-in is required of. */
export const twoFactorRules = ['nobody', 'admins', 'everyone'] as const;
