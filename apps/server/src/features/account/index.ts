export { type AccountRouteDeps, registerAccountRoutes } from './account.routes.ts';
export { type AccountFacts, type AccountService, createAccountService } from './account.service.ts';
export { registerWaysInRoutes } from './ways-in.routes.ts';
