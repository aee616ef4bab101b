import type { ManagedUser } from '@holdall/contract/admin-users';

/** By what somebody is called: the name, or the e-mail of who has none. */
export const calledOf = ({ attributes: { name, email } }: Pick<ManagedUser, 'attributes'>): string =>
  name || email;
