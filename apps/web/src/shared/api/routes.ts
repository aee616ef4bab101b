import type { endpoints } from '@holdall/contract/endpoints';

export type Endpoints = typeof endpoints;

/** How a call is made, without its schemas: those would bring the whole schema library into the page. */
export interface CallRoute {
  readonly method: Endpoints[keyof Endpoints]['method'];
  readonly path: string;
  /** Goes as POST with `_method` in its body, as the specification has it (section 7). */
  readonly overridden?: true;
}

/** Calls by their names in the contract; the compiler holds each to its endpoint there. */
export type CallTable = {
  readonly [Name in keyof Endpoints]?: Pick<Endpoints[Name], 'method' | 'path'> & CallRoute;
};

/** What Files and the frame call. Other sections bring tables of their own, with `callsOf`. */
export const routes = {
  addFavourites: { method: 'POST', path: '/api/folders/favourites' },
  authorizeChannel: { method: 'POST', path: '/broadcasting/auth' },
  browseFolder: { method: 'GET', path: '/api/browse/folders/{id}' },
  browseLatest: { method: 'GET', path: '/api/browse/latest' },
  browseNavigation: { method: 'GET', path: '/api/browse/navigation' },
  browseShared: { method: 'GET', path: '/api/browse/share' },
  browseTrash: { method: 'GET', path: '/api/browse/trash/{id}' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}' },
  clearCaches: { method: 'POST', path: '/api/admin/server/clear-caches' },
  confirmEmail: { method: 'POST', path: '/api/confirm-email' },
  confirmTwoFactor: { method: 'POST', path: '/api/user/two-factor/confirm' },
  createFolder: { method: 'POST', path: '/api/create-folder' },
  createToken: { method: 'POST', path: '/api/user/tokens' },
  createUser: { method: 'POST', path: '/api/admin/users' },
  deleteUser: { method: 'DELETE', path: '/api/admin/users/{id}' },
  endOtherSessions: { method: 'DELETE', path: '/api/user/sessions' },
  endSession: { method: 'DELETE', path: '/api/user/sessions/{id}' },
  endUserSessions: { method: 'DELETE', path: '/api/admin/users/{id}/sessions' },
  forgotPassword: { method: 'POST', path: '/api/password/email' },
  getConfig: { method: 'GET', path: '/api/config' },
  getDashboard: { method: 'GET', path: '/api/admin/dashboard' },
  getItem: { method: 'GET', path: '/api/items/{id}' },
  getManagedUser: { method: 'GET', path: '/api/admin/users/{id}' },
  getSettingGroup: { method: 'GET', path: '/api/admin/settings/{group}' },
  getStorage: { method: 'GET', path: '/api/user/storage' },
  getTranslations: { method: 'GET', path: '/translations/{locale}' },
  getUser: { method: 'GET', path: '/api/user' },
  getUserStorage: { method: 'GET', path: '/api/admin/users/{id}/storage' },
  listActivity: { method: 'GET', path: '/api/admin/activity' },
  listJobs: { method: 'GET', path: '/api/admin/server/jobs' },
  listOwnActivity: { method: 'GET', path: '/api/user/activity' },
  listSessions: { method: 'GET', path: '/api/user/sessions' },
  listTokens: { method: 'GET', path: '/api/user/tokens' },
  listUsers: { method: 'GET', path: '/api/admin/users' },
  moveItems: { method: 'POST', path: '/api/move' },
  orderFavourites: { method: 'PATCH', path: '/api/folders/favourites' },
  prepareZip: { method: 'POST', path: '/api/zip' },
  register: { method: 'POST', path: '/api/register' },
  removeAvatar: { method: 'DELETE', path: '/api/user/avatar' },
  removeBrandImage: { method: 'DELETE', path: '/api/admin/settings/images/{name}' },
  removeItems: { method: 'POST', path: '/api/remove' },
  removeToken: { method: 'DELETE', path: '/api/user/tokens/{id}' },
  removeTwoFactor: { method: 'DELETE', path: '/api/user/two-factor' },
  renewRecoveryCodes: { method: 'POST', path: '/api/user/two-factor/recovery-codes' },
  resetPassword: { method: 'POST', path: '/api/password/reset' },
  resetUserTwoFactor: { method: 'DELETE', path: '/api/admin/users/{id}/two-factor' },
  restoreItems: { method: 'POST', path: '/api/trash/restore' },
  retryJob: { method: 'POST', path: '/api/admin/server/jobs/{id}/retry' },
  retryJobs: { method: 'POST', path: '/api/admin/server/jobs/retry' },
  search: { method: 'GET', path: '/api/search' },
  sendUserPasswordReset: { method: 'POST', path: '/api/admin/users/{id}/password-reset' },
  signIn: { method: 'POST', path: '/api/login' },
  signOut: { method: 'POST', path: '/logout' },
  startTwoFactor: { method: 'POST', path: '/api/user/two-factor' },
  testMail: { method: 'POST', path: '/api/admin/settings/test/mail' },
  twoFactorChallenge: { method: 'POST', path: '/api/two-factor-challenge' },
  undo: { method: 'POST', path: '/api/undo' },
  updateAvatar: { method: 'POST', path: '/api/user/avatar' },
  updateBrandImage: { method: 'POST', path: '/api/admin/settings/images' },
  updateEmail: { method: 'POST', path: '/api/user/email' },
  updateManagedUser: { method: 'PATCH', path: '/api/admin/users/{id}' },
  updatePassword: { method: 'POST', path: '/api/user/password' },
  updateSetting: { method: 'PATCH', path: '/api/admin/settings/{group}' },
  updateUserRestrictions: { method: 'PATCH', path: '/api/admin/users/{id}/restrictions' },
  updateUserRole: { method: 'PATCH', path: '/api/admin/users/{id}/role' },
  updateUserStorage: { method: 'PATCH', path: '/api/admin/users/{id}/storage' },
  upload: { method: 'POST', path: '/api/upload' },
  uploadChunk: { method: 'POST', path: '/api/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}' },
  zip: { method: 'GET', path: '/api/zip' },
} as const satisfies CallTable;

type RouteName = keyof typeof routes;

/** Values of a path or a query by their names. */
export type AddressParts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of a call, with `{names}` of its path and the query filled in. */
export const addressIn = (
  { path: pattern }: Pick<CallRoute, 'path'>,
  params: AddressParts = {},
  query: AddressParts = {},
): string => {
  const path = pattern.replace(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
};

export const addressOf = (name: RouteName, params?: AddressParts, query?: AddressParts): string =>
  addressIn(routes[name], params, query);
