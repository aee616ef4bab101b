export { createMailService } from './mail.service.ts';
export type { MailService, NewMail } from './mail.types.ts';
