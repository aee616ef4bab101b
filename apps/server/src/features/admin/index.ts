export { type AdminService, createAdminService } from './admin.service.ts';
export type { OperatorResult } from './operator.ts';
export { registerDashboardRoutes } from './dashboard.routes.ts';
export { registerAdminUsersRoutes } from './users.routes.ts';
