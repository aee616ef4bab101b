export { registerAccountRoutes } from './account.routes.ts';
export { type AccountService, createAccountService } from './account.service.ts';
export { localeOf } from './account.rules.ts';
export type { Recipient } from './account.types.ts';
export type { HandedLink } from './password-links.ts';
export { registerLoginFlowRoutes } from './login-flows.routes.ts';
