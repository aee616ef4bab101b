/** Addresses of the pages of links (specification section 2). */
export const guestPaths = {
  share: (token: string) => `/share/${encodeURIComponent(token)}`,
  files: (token: string) => `${guestPaths.share(token)}/files`,
  file: (token: string) => `${guestPaths.share(token)}/file`,
  authenticate: (token: string, redirect?: string) =>
    `${guestPaths.share(token)}/authenticate${redirect ? `?${new URLSearchParams({ redirect })}` : ''}`,
  /** @param redirect where to go once it is over */
  unavailable: (redirect: string) => `/temporary-unavailable?${new URLSearchParams({ redirect })}`,
};
