import type { Route } from './endpoint.ts';

/** Endpoints of the setup wizard. */
export const setupEndpoints = {
  confirmSetupChecks: { method: 'POST', path: '/api/setup/checks' },
  finishSetup: { method: 'POST', path: '/api/setup/admin' },
  getSetupChecks: { method: 'GET', path: '/api/setup/checks' },
  getSetupImage: { method: 'GET', path: '/api/setup/images/{name}' },
  getSetupStatus: { method: 'GET', path: '/api/setup/status' },
  probeDownload: { method: 'GET', path: '/api/setup/probe' },
  probeUpload: { method: 'POST', path: '/api/setup/probe' },
  removeSetupImage: { method: 'DELETE', path: '/api/setup/images/{name}' },
  savePurchaseCode: { method: 'POST', path: '/api/setup/purchase-code' },
  saveSetupApp: { method: 'POST', path: '/api/setup/app' },
  saveSetupDatabase: { method: 'POST', path: '/api/setup/database' },
  saveSetupEnvironment: { method: 'POST', path: '/api/setup/environment' },
  saveSetupImage: { method: 'POST', path: '/api/setup/images' },
  testSetupDatabase: { method: 'POST', path: '/api/setup/database/test' },
  testSetupMail: { method: 'POST', path: '/api/setup/environment/test/mail' },
  testSetupStorage: { method: 'POST', path: '/api/setup/environment/test/storage' },
} as const satisfies Readonly<Record<string, Route>>;
