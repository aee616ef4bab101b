export { registerDashboardRoutes } from './dashboard.routes.ts';
export { createDashboard, type ReadDashboard } from './dashboard.service.ts';
export { registerAdminUsersRoutes } from './users.routes.ts';
export { type AdminUsersService, createAdminUsersService } from './users.service.ts';
