import type { User } from '@holdall/contract/users';

/** Tells whether somebody has to set up two-factor sign-in before anything else is answered. */
export const mustSetUpTwoFactor = ({ data: { attributes, meta } }: User): boolean =>
  meta.two_factor_required && attributes.two_factor_confirmed_at === null;
