export { registerAccountRoutes } from './account.routes.ts';
export { type AccountService, createAccountService } from './account.service.ts';
export { registerWaysInRoutes } from './ways-in.routes.ts';
