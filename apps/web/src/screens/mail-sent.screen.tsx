import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { MailSent } from '#features/auth/ui/mail-sent.tsx';
import { sentMail } from '#features/auth/login-flows.store.ts';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useTitle } from './use-title.ts';

const texts = { reset: 'mail_sent.text', registration: 'mail_sent.registered.text' } as const;

/** `/successfully-send`: it reads well, too, for people who open it without having asked for anything. */
export const MailSentScreen = () => {
  const t = useText();
  const mail = useStore(sentMail);
  const areMailsSent = useConfig(({ mails }) => mails);
  const title = t(areMailsSent ? 'mail_sent.title' : 'mail_sent.no_mail_title');
  useTitle(title);
  const text = mail ? t(texts[mail.kind], { email: mail.email }) : t('mail_sent.text.unknown');
  return (
    <AuthPage
      {...(areMailsSent && { emoji: '👋' })}
      title={title}
      text={areMailsSent ? text : t('mail_sent.no_mail')}
    >
      <MailSent />
    </AuthPage>
  );
};
