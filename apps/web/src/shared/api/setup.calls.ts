import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

/** These two are not JSON: the page measures with them which sizes come through. */
export const probeRoutes = {
  probeDownload: { method: 'GET', path: '/api/setup/probe' },
  probeUpload: { method: 'POST', path: '/api/setup/probe' },
} as const satisfies CallTable;

const table = {
  finishSetup: { method: 'POST', path: '/api/setup/admin' },
  getSetupChecks: { method: 'GET', path: '/api/setup/checks' },
  getSetupStatus: { method: 'GET', path: '/api/setup/status' },
  confirmSetupChecks: { method: 'POST', path: '/api/setup/checks' },
  removeSetupImage: { method: 'DELETE', path: '/api/setup/images/{name}' },
  savePurchaseCode: { method: 'POST', path: '/api/setup/purchase-code' },
  saveSetupApp: { method: 'POST', path: '/api/setup/app' },
  saveSetupDatabase: { method: 'POST', path: '/api/setup/database' },
  saveSetupEnvironment: { method: 'POST', path: '/api/setup/environment' },
  saveSetupImage: { method: 'POST', path: '/api/setup/images' },
  testSetupDatabase: { method: 'POST', path: '/api/setup/database/test' },
  testSetupMail: { method: 'POST', path: '/api/setup/environment/test/mail' },
  testSetupStorage: { method: 'POST', path: '/api/setup/environment/test/storage' },
} as const satisfies CallTable;

/** Calls of the setup wizard. */
export const setupCall = callsOf(table);

/** An image that is kept until the last step. */
export const setupImageRoute = {
  method: 'GET',
  path: '/api/setup/images/{name}',
} as const satisfies CallTable[keyof CallTable];
