import { join } from 'node:path';
import { createFolderMailer } from '#adapters/mail/mail-folder.ts';
import { createSmtpMailer, type SmtpTimeouts } from '#adapters/mail/mail-smtp.ts';
import type { Clock } from '#ports/clock.ts';
import type { OpenMailer } from '#ports/mailer.ts';
import type { Outbound } from '#ports/outbound.ts';

export interface MailersOptions {
  readonly outbound: Outbound;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Called for each mail that was written to a file instead of being sent. */
  readonly onWritten: (path: string) => void;
  readonly timeouts?: SmtpTimeouts;
}

/** Creates mailers for both routes. */
export const createMailers = ({
  outbound,
  dataDir,
  clock,
  onWritten,
  timeouts,
}: MailersOptions): OpenMailer => {
  const folder = createFolderMailer({ folder: join(dataDir, 'mail'), clock, onWritten });
  return (route) =>
    route.to === 'folder'
      ? folder
      : createSmtpMailer({
          outbound,
          server: route.server,
          ...(timeouts === undefined ? {} : { timeouts }),
        });
};
