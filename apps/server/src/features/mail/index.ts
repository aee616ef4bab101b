export { createMailService } from './mail.service.ts';
export type { MailService, NewMail } from './mail.types.ts';
export { createMailDelivery, type MailDelivery } from './delivery.service.ts';
export { namingField } from './mail-faults.rules.ts';
export { createMailSettings, type MailSettings } from './mail-settings.service.ts';
export { registerMailRoutes } from './mail.routes.ts';
export { isSameSignIn, nobodysDomain } from './route.rules.ts';
