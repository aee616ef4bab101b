import { createRecaptcha } from '#adapters/bot-check-recaptcha.ts';
import type { SmtpTimeouts } from '#adapters/mail/mail-smtp.ts';
import { createMailers } from '#adapters/mail/mailers.ts';
import { createCertificateReader } from '#adapters/certificate-end.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createPusherHttpClientOpener } from '#adapters/pusher/pusher-http-client.ts';
import { createServiceTrial } from '#adapters/pusher/pusher-trial.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { operatorMailOf, type Infrastructure } from '#compose/infrastructure.ts';
import { smtpUrl } from '#config/smtp-url.ts';
import type { Clock } from '#ports/clock.ts';

export const testPublicAddress = 'https://files.example.com';

export interface TestOutboundOptions {
  /** Mails without a server are written below it. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** As HOLDALL_SMTP_URL. */
  readonly mail?: string | undefined;
  /** Instead of the server's own, for tests that wait until it gives up. */
  readonly smtpTimeouts?: SmtpTimeouts | undefined;
  /** Server that mails are sent to. */
  readonly publicAddress?: string | undefined;
  /** As HOLDALL_RECAPTCHA_ORIGIN. */
  readonly recaptchaOrigin?: string | undefined;
  /** As HOLDALL_ALLOWED_PRIVATE_HOSTS. */
  readonly allowedPrivateHosts?: readonly string[] | undefined;
}

/** The real outbound adapters; nothing leaves this machine in a test. */
export const createTestOutbound = ({
  dataDir,
  clock,
  mail,
  smtpTimeouts,
  publicAddress: publicUrl,
  recaptchaOrigin = 'http://127.0.0.1:9',
  allowedPrivateHosts = [],
}: TestOutboundOptions): Pick<
  Infrastructure,
  | 'sealer'
  | 'openMailer'
  | 'openRealtimeServiceClient'
  | 'operatorMail'
  | 'botCheck'
  | 'publicUrl'
  | 'publicAddress'
  | 'readCertificateEnd'
  | 'tryRealtimeService'
> => {
  const outbound = createOutbound({ allowedPrivateHosts });
  return {
    sealer: createAesSealer(Buffer.alloc(32, 7)),
    openMailer: createMailers({
      outbound,
      dataDir,
      clock,
      onWritten: () => undefined,
      ...(smtpTimeouts === undefined ? {} : { timeouts: smtpTimeouts }),
    }),
    readCertificateEnd: createCertificateReader(outbound),
    openRealtimeServiceClient: createPusherHttpClientOpener(outbound),
    tryRealtimeService: createServiceTrial(outbound),
    operatorMail: mail === undefined ? undefined : operatorMailOf(smtpUrl.parse(mail)),
    botCheck: createRecaptcha({ outbound, origin: recaptchaOrigin }),
    publicUrl,
    publicAddress: () => publicUrl ?? testPublicAddress,
  };
};
