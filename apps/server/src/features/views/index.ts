export { registerViewsRoutes } from './views.routes.ts';
export { createViewsService, type ViewsService } from './views.service.ts';
