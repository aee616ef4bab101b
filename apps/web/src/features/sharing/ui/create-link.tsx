import { isLinkPasswordLongEnough, linkLabelMax } from '@holdall/contract/link-limits';
import type { Share, SharePermission } from '@holdall/contract/share-link';
import { Link2, Lock, Mail } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failedBy } from '#shared/api/failed-by.ts';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { media } from '#shared/lib/use-media.ts';
import { shareAddress } from '#shared/paths/share-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyLink, type Copying } from '#shared/ui/copied-link.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { PopupFooter } from '#shared/ui/popup.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { faultIn } from '../fault-in.ts';
import { readLimit } from '../read-limit.ts';
import { useCreateLink } from '../sharing.mutations.ts';
import type { SharedItem, Several } from '../sharing.store.ts';
import { useRecipients } from '../use-recipients.ts';
import { collectionNameMax } from './link-naming.tsx';
import { endFields, momentOf, never, type LinkEnd } from '../link-end.ts';
import { ExpirationOption } from './expiration-option.tsx';
import { LinkPassword, linkPasswordFigures } from './link-password.tsx';
import { LimitOption } from './limit-option.tsx';
import { MailFields } from './mail-fields.tsx';
import { PermissionCards } from './permission-cards.tsx';
import { ShareOption } from './share-option.tsx';

const firstLimit = '10';

interface CreateLinkProps {
  readonly item: SharedItem;
  /** Shares these items instead of the item, which represents them. */
  readonly several?: Several | undefined;
  /** Makes one more link to an item that has some. */
  readonly another?: boolean;
  /** Reason that an earlier link is gone. */
  readonly note?: string | undefined;
  /** Called with the new link, even after the form has unmounted. */
  readonly onMade: (link: Share) => void;
  /** Called after the browser was asked to copy the link. */
  readonly onCreated: (link: Share, copying: Copying) => void;
  /** Called where another link exists already, to find it. */
  readonly onExists: () => Promise<void>;
  readonly onClose: () => void;
}

/** Form for the permissions of a new link, which it creates. */
export const CreateLink = ({
  item,
  several,
  another = false,
  note,
  onMade,
  onCreated,
  onExists,
  onClose,
}: CreateLinkProps) => {
  const t = useText();
  const create = useCreateLink(onMade);
  const [name, setName] = useState(item.attributes.name);
  const [permission, setPermission] = useState<SharePermission>('visitor');
  const [password, setPassword] = useState<string>();
  const [label, setLabel] = useState('');
  /** The chosen end, and its moment, hours counted from when they were chosen. */
  const [ending, setEnding] = useState<{ readonly end: LinkEnd; readonly moment: string }>();
  /** A link cannot end at what was typed. */
  const [isEndWrong, setEndWrong] = useState(false);
  const [limit, setLimit] = useState<string>();
  const areMailsSent = useConfig(({ mails }) => mails);
  const [isMailAsked, setMailing] = useState(false);
  const isMailing = isMailAsked && areMailsSent;
  const recipients = useRecipients();
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [isLooking, setLooking] = useState(false);
  const { error } = create;
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!matchMedia(media.autofocus).matches) return;
    nameField.current?.focus();
    nameField.current?.select();
  }, []);
  const faultOf = (name: string): string | undefined => found[name] ?? faultIn(error, name);
  const isTold = ['name', 'label', 'password', 'expires_at', 'download_limit', 'emails'].some(
    (name) => faultIn(error, name) !== undefined,
  );

  /** Clears the error of a field as soon as it is valid. */
  const clearFault = (name: string, isRight: boolean): void => {
    if (!isRight) return;
    setFound((known) => Object.fromEntries(Object.entries(known).filter(([other]) => other !== name)));
    if (faultIn(error, name) !== undefined) create.reset();
  };

  const endText = (): string => {
    if (!ending) return t('share.expiration_off');
    if (isEndWrong) return t('share.expiration_on');
    return t('share.stops', { date: formatLongDate(ending.moment) });
  };

  const submit = (): void => {
    const faults: Record<string, string> = {};
    if (several && name.trim() === '') faults['name'] = t('collection.name_missing');
    if (password !== undefined && !isLinkPasswordLongEnough(password))
      faults['password'] = t('share.password_short', linkPasswordFigures);
    if (isEndWrong) faults['expires_at'] = t('share.end_wrong');
    const downloads = limit === undefined ? undefined : readLimit(limit);
    if (limit !== undefined && downloads === undefined) faults['download_limit'] = t('share.limit_wrong');
    setFound(faults);
    const isToldWhom = !isMailing || recipients.check();
    if (!isToldWhom || Object.keys(faults).length > 0) return;
    create.mutate(
      {
        ...(several ? { name: name.trim(), ...several } : { id: item.id, type: item.type, permission }),
        ...(another && { another, label: label.trim() }),
        ...(password !== undefined && { password }),
        ...(ending && endFields(ending.end)),
        ...(downloads !== undefined && { download_limit: downloads }),
        ...(isMailing && { emails: [...recipients.emails] }),
      },
      {
        onSuccess: (link) => {
          void copyLink(shareAddress(link.data.attributes.token)).then((copying) => onCreated(link, copying));
        },
        onError: (problem) => {
          if (!failedBy(problem, 'share.exists')) return;
          setLooking(true);
          // The error stays where no other link was found.
          void onExists()
            .catch(() => undefined)
            .finally(() => setLooking(false));
        },
      },
    );
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending && !isLooking) submit();
      }}
    >
      <div className="share-body">
        {note !== undefined && <p className="share-note">{note}</p>}
        {several && (
          <div className="share-naming">
            <TextField
              ref={nameField}
              label={t('collection.name')}
              value={name}
              maxLength={collectionNameMax}
              autoComplete="off"
              error={faultOf('name')}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value);
                clearFault('name', currentTarget.value.trim() !== '');
              }}
            />
          </div>
        )}
        {another && (
          <div className="share-naming">
            <TextField
              ref={nameField}
              label={t('share.label')}
              value={label}
              maxLength={linkLabelMax}
              autoComplete="off"
              placeholder={t('share.label_example')}
              error={faultOf('label')}
              onChange={({ currentTarget }) => {
                setLabel(currentTarget.value);
                clearFault('label', true);
              }}
            />
          </div>
        )}
        {several ? (
          <p className="share-note">{t('collection.text')}</p>
        ) : item.type === 'folder' || isEditable(item) ? (
          <PermissionCards of={item.type} value={permission} onChoose={setPermission} />
        ) : (
          <p className="share-note">{t('share.file_text')}</p>
        )}
        <ShareOption
          icon={<Lock />}
          label={t('share.password')}
          text={t('share.password_ask')}
          control={(ids) => (
            <Switch
              {...ids}
              checked={password !== undefined}
              onSwitch={(on) => {
                setPassword(on ? '' : undefined);
                clearFault('password', true);
              }}
            />
          )}
        >
          {password !== undefined && (
            <LinkPassword
              value={password}
              about={[name]}
              error={faultOf('password')}
              onChange={(next) => {
                setPassword(next);
                clearFault('password', isLinkPasswordLongEnough(next));
              }}
            />
          )}
        </ShareOption>
        <ExpirationOption
          end={ending?.end ?? never}
          text={endText()}
          error={faultOf('expires_at')}
          onChange={(end) => {
            setEndWrong(end === undefined);
            if (end === undefined) return;
            const moment = momentOf(end, Date.now());
            setEnding(moment === undefined ? undefined : { end, moment });
            clearFault('expires_at', true);
          }}
        />
        <LimitOption
          value={limit}
          text={t(limit === undefined ? 'share.limit_off' : 'share.limit_on')}
          error={faultOf('download_limit')}
          onSwitch={(on) => {
            setLimit(on ? firstLimit : undefined);
            clearFault('download_limit', true);
          }}
          onChange={(next) => {
            setLimit(next);
            clearFault('download_limit', readLimit(next) !== undefined);
          }}
        />
        <ShareOption
          icon={<Mail />}
          label={t('share.mail')}
          text={t(areMailsSent ? 'share.mail_text' : 'mails.off')}
          control={(ids) => (
            <Switch {...ids} disabled={!areMailsSent} checked={isMailing} onSwitch={setMailing} />
          )}
        >
          {isMailing && <MailFields to={recipients} error={faultOf('emails')} />}
        </ShareOption>
        {error && !isTold && !isLooking && <FormProblem>{errorText(error)}</FormProblem>}
      </div>
      <div className="share-foot-edge">
        <PopupFooter>
          <Button look="ghost" disabled={create.isPending} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" look="primary" icon={<Link2 />} busy={create.isPending || isLooking}>
            {t('share.create')}
          </Button>
        </PopupFooter>
      </div>
    </form>
  );
};
