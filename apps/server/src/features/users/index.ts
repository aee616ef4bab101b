export { createPasswordRule } from './password-rule.service.ts';
export { registerUsersRoutes } from './users.routes.ts';
export { createUsersService, type UsersService } from './users.service.ts';
export type { UserWithSettings } from './users.types.ts';
export { emailKey } from './users.rules.ts';
