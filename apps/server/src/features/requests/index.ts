export { createReceivedService, type ReceivedService } from './received.service.ts';
export { registerRequestsRoutes } from './requests.routes.ts';
export { createRequestsService, type RequestsService } from './requests.service.ts';
