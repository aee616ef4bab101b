import { linkNoteMax } from '@holdall/contract/link-limits';
import { Mail, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { useMailLink } from '../sharing.mutations.ts';
import { useRecipients } from '../use-recipients.ts';
import { MailFields } from './mail-fields.tsx';
import { ShareOption } from './share-option.tsx';

const faultOf = (error: Error | null): string | undefined => {
  if (!error) return undefined;
  const emailFault = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined;
  return emailFault ?? errorText(error);
};

interface MailFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

const MailForm = ({ token, onDone }: MailFormProps) => {
  const t = useText();
  const id = useId();
  const mail = useMailLink(token);
  const to = useRecipients();
  const [message, setMessage] = useState('');
  const send = (): void => {
    if (to.check()) mail.mutate({ emails: [...to.emails], message }, { onSuccess: onDone });
  };
  return (
    <>
      <MailFields to={to} error={faultOf(mail.error)} />
      <div className="share-mail">
        <label htmlFor={id}>{t('share.message')}</label>
        <Textarea
          id={id}
          rows={2}
          maxLength={linkNoteMax}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </div>
      <div className="share-line share-line-end">
        <Button size="small" look="ghost" disabled={mail.isPending} onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button
          size="small"
          look="primary"
          icon={<Send className="icon-16" />}
          busy={mail.isPending}
          onClick={send}
        >
          {t('share.mail_send')}
        </Button>
      </div>
    </>
  );
};

/** Mails the link to recipients. */
export const MailSetting = ({ token }: { readonly token: string }) => {
  const t = useText();
  const areMailsSent = useConfig(({ mails }) => mails);
  const [wasOpened, setOpen] = useState(false);
  const isOpen = wasOpened && areMailsSent;
  return (
    <ShareOption
      icon={<Mail />}
      label={t('share.mail')}
      text={t(areMailsSent ? 'share.mail_text' : 'mails.off')}
      control={(ids) =>
        !isOpen && (
          <Button
            aria-describedby={`${ids['aria-labelledby']} ${ids['aria-describedby']}`}
            disabled={!areMailsSent}
            onClick={() => setOpen(true)}
          >
            {t('share.mail_write')}
          </Button>
        )
      }
    >
      {isOpen && <MailForm token={token} onDone={() => setOpen(false)} />}
    </ShareOption>
  );
};
