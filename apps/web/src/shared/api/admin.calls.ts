import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
  clearCaches: { method: 'POST', path: '/api/admin/server/clear-caches' },
  createUser: { method: 'POST', path: '/api/admin/users' },
  deleteUser: { method: 'DELETE', path: '/api/admin/users/{id}' },
  endUserSessions: { method: 'DELETE', path: '/api/admin/users/{id}/sessions' },
  getDashboard: { method: 'GET', path: '/api/admin/dashboard' },
  getManagedUser: { method: 'GET', path: '/api/admin/users/{id}' },
  getSettingGroup: { method: 'GET', path: '/api/admin/settings/{group}' },
  getUserStorage: { method: 'GET', path: '/api/admin/users/{id}/storage' },
  listActivity: { method: 'GET', path: '/api/admin/activity' },
  listJobs: { method: 'GET', path: '/api/admin/server/jobs' },
  listUsers: { method: 'GET', path: '/api/admin/users' },
  removeBrandImage: { method: 'DELETE', path: '/api/admin/settings/images/{name}' },
  removeUserAvatar: { method: 'DELETE', path: '/api/admin/users/{id}/avatar' },
  resetUserTwoFactor: { method: 'DELETE', path: '/api/admin/users/{id}/two-factor' },
  dismissJob: { method: 'DELETE', path: '/api/admin/server/jobs/{id}' },
  retryJob: { method: 'POST', path: '/api/admin/server/jobs/{id}/retry' },
  retryJobs: { method: 'POST', path: '/api/admin/server/jobs/retry' },
  sendUserPasswordReset: { method: 'POST', path: '/api/admin/users/{id}/password-reset' },
  testMail: { method: 'POST', path: '/api/admin/settings/test/mail' },
  updateBrandImage: { method: 'POST', path: '/api/admin/settings/images' },
  updateManagedUser: { method: 'PATCH', path: '/api/admin/users/{id}' },
  updateSetting: { method: 'PATCH', path: '/api/admin/settings/{group}' },
  updateUserAvatar: { method: 'POST', path: '/api/admin/users/{id}/avatar' },
  updateUserRestrictions: { method: 'PATCH', path: '/api/admin/users/{id}/restrictions' },
  updateUserRole: { method: 'PATCH', path: '/api/admin/users/{id}/role' },
  updateUserStorage: { method: 'PATCH', path: '/api/admin/users/{id}/storage' },
} as const satisfies CallTable;

/** What administrators call. */
export const adminCall = callsOf(table);
