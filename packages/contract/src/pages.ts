/**
 * The addresses that the web application answers, as in the specification's section 2. The server
 * sends its page with 200 for these and with 404 for all others.
 */
export const pages = {
  signIn: '/',
  files: '/platform/files',
  folder: '/platform/files/{id}',
  recentUploads: '/platform/recent-uploads',
  sharedItems: '/platform/my-shared-items',
  trash: '/platform/trash',
  trashedFolder: '/platform/trash/{id}',
  account: '/user',
  accountSettings: '/user/settings',
  profile: '/user/profile',
  password: '/user/settings/password',
  storage: '/user/settings/storage',
  administration: '/admin',
  dashboard: '/admin/dashboard',
  users: '/admin/users',
  createUser: '/admin/user/create',
  someUser: '/admin/user',
  user: '/admin/user/{id}',
  userDetails: '/admin/user/{id}/details',
  userStorage: '/admin/user/{id}/storage',
  userPassword: '/admin/user/{id}/password',
  deleteUser: '/admin/user/{id}/delete',
  settings: '/admin/settings',
  appearance: '/admin/settings/appearance',
  environmentSettings: '/admin/settings/environment',
  otherSettings: '/admin/settings/others',
  serverSettings: '/admin/settings/server',
  activity: '/admin/activity',
  languages: '/admin/language',
  forgottenPassword: '/forgotten-password',
  mailSent: '/successfully-send',
  newPassword: '/create-new-password',
  register: '/register',
  confirmEmail: '/confirm-email',
  request: '/request/{token}',
  share: '/share/{token}',
  sharedFiles: '/share/{token}/files',
  sharedFolder: '/share/{token}/files/{id}',
  sharedFile: '/share/{token}/file',
  protectedShare: '/share/{token}/authenticate',
  unavailable: '/temporary-unavailable',
  demo: '/demo',
  install: '/install',
  setupStatus: '/setup-wizard/status-check',
  setupPurchaseCode: '/setup-wizard/purchase-code',
  setupDatabase: '/setup-wizard/database',
  setupEnvironment: '/setup-wizard/environment',
  setupApplication: '/setup-wizard/app-setup',
  setupAdministrator: '/setup-wizard/admin-setup',
} as const;

const patterns = Object.values(pages).map(
  (page) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
);

/** Whether an address (path without query) is one of the pages. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
