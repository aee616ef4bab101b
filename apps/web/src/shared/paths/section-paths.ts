import { paths } from './paths.ts';
import { settingsPage, type ServerView, type SettingsTab } from './settings-tabs.ts';

/** Addresses of the section "user". */
export const userPaths = {
  profile: paths.profile,
  password: () => '/user/settings/password',
  storage: () => '/user/settings/storage',
};

/** Sub-pages of one user in the administration. */
export type UserTab = 'details' | 'storage' | 'password' | 'delete';

/** Addresses of the section "admin". */
export const adminPaths = {
  dashboard: paths.dashboard,
  users: () => '/admin/users',
  createUser: () => '/admin/user/create',
  user: (id: string, tab: UserTab = 'details') => `/admin/user/${encodeURIComponent(id)}/${tab}`,
  settings: (tab: SettingsTab = 'appearance') => `/admin/settings/${tab}`,
  server: (view: ServerView = 'status') => `/admin/settings/${settingsPage('server', view)}`,
  activity: () => '/admin/activity',
  languages: () => '/admin/language',
};

/** Addresses around signing in. */
export const authPaths = {
  demo: () => '/demo',
  forgottenPassword: () => '/forgotten-password',
  mailSent: () => '/successfully-send',
  register: () => '/register',
};
