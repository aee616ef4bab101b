export { registerAuthRoutes } from './auth.routes.ts';
export { createAuthService, type AuthService } from './auth.service.ts';
export type { ApiTokensService } from './api-tokens.service.ts';
export { limits } from './limits.rules.ts';
export { createSecretToken, hashOf } from './secret-token.rules.ts';
