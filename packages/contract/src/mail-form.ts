import { z } from 'zod';

const line = z.string('Enter text.').trim().max(320, 'This is too long.');
const portRange = 'Enter a port from 1 to 65535.';

/** The delivery of mails, by the names of the settings. `log`: they are kept as files of the server. */
export const mailForm = z.discriminatedUnion(
  'mail_driver',
  [
    z.strictObject({ mail_driver: z.literal('log') }),
    z.strictObject({
      mail_driver: z.literal('smtp'),
      mail_host: line.min(1, 'Enter the server name.'),
      mail_port: z.int(portRange).min(1, portRange).max(65_535, portRange).default(587),
      mail_username: line.default(''),
      /** Null: the one that is kept, for the same server and user alone. */
      mail_password: z.string('Enter text.').max(500, 'This password is too long.').nullable().default(null),
      mail_encryption: z.enum(['none', 'starttls', 'tls'], 'Choose one of the options.').default('starttls'),
      mail_from: line.default(''),
    }),
  ],
  'Choose log or smtp.',
);
export type MailForm = z.output<typeof mailForm>;
/** The form as it is sent. */
export type SentMailForm = z.input<typeof mailForm>;
