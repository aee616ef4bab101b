/** By what somebody is called: the name, or the e-mail of who has none. */
export const calledOf = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name || email;
