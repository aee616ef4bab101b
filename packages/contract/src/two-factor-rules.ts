/** Of which accounts two-factor sign-in is required. */
export const twoFactorRules = ['nobody', 'admins', 'everyone'] as const;
