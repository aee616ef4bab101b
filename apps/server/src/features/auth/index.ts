export { registerAuthRoutes } from './auth.routes.ts';
export { createAuthService, type AuthService } from './auth.service.ts';
export type { DeviceRow, NewSession } from './auth.types.ts';
export type { DeviceCookie } from './known-devices.ts';
export { isInUse } from './auth.policy.ts';
export type { LimitsService } from './limits.ts';
export { limits } from './limits.rules.ts';
export { renewedWithin } from './sessions.rules.ts';
export { createSecretToken, hashOf } from './secret-token.rules.ts';
