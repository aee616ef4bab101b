export { createDemoService, type DemoService } from './demo.service.ts';
export { registerDemoRoutes } from './demo.routes.ts';
