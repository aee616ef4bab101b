import type { Share } from '@holdall/contract/share-link';
import type { Ref } from 'react';
import { Link2Off } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { shareAddress } from '#shared/paths/share-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopiedLink, type Copying } from '#shared/ui/copied-link.tsx';
import { PopupFooter } from '#shared/ui/popup.tsx';
import { isCollection } from '../collection-item.ts';
import type { SharedItem } from '../sharing.store.ts';
import { AnotherLink } from './another-link.tsx';
import { CollectionItems } from './collection-items.tsx';
import { GuestsSetting } from './guests-setting.tsx';
import { LinkNaming } from './link-naming.tsx';
import { LinkExpiration, LinkLimit, LinkPermission } from './link-settings.tsx';
import { MailSetting } from './mail-setting.tsx';
import { PasswordSetting, type TypedPassword } from './password-setting.tsx';
import { QrSetting } from './qr-setting.tsx';

interface EditLinkProps {
  readonly item: SharedItem;
  readonly link: Share;
  /** Links that the item has. */
  readonly count: number;
  /** Copying the link was just tried. */
  readonly tried: Copying | undefined;
  readonly password: Ref<TypedPassword>;
  readonly onChanged: (link: Share) => void;
  readonly onAnother: () => void;
  readonly onGuests: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** Settings of a link, each of which saves itself. */
export const EditLink = ({
  item,
  link,
  count,
  tried,
  password,
  onChanged,
  onAnother,
  onGuests,
  onStop,
  onClose,
}: EditLinkProps) => {
  const t = useText();
  const { token, permission, visits, downloads, created_at: created, unseen } = link.data.attributes;
  const { download_limit: limit, label } = link.data.attributes;
  const { name } = item.attributes;
  const changed = { link, onChanged };
  const several = isCollection(link);
  return (
    <>
      <div className="share-body">
        <CopiedLink
          address={shareAddress(token)}
          tried={tried}
          spoken={t(tried === 'copied' ? 'share.created_copied' : 'share.created_refused')}
        />
        <p className="share-stats numeric">
          {[
            t('share.since', { date: formatLongDate(created) }),
            t('share.visits', { count: visits }),
            limit === null
              ? t('share.downloads', { count: downloads })
              : t('share.downloads_of', { used: downloads, count: limit }),
          ].join(' · ')}
        </p>
        {several ? (
          <>
            <LinkNaming {...changed} of="name" />
            <CollectionItems token={token} />
          </>
        ) : (
          <>
            {(count > 1 || label !== '') && <LinkNaming {...changed} of="label" />}
            {(item.type === 'folder' || isEditable(item) || permission === 'editor') && (
              <LinkPermission of={item.type} {...changed} />
            )}
          </>
        )}
        <PasswordSetting ref={password} {...changed} about={[name]} />
        <LinkExpiration {...changed} />
        <LinkLimit {...changed} />
        {!several && (
          <GuestsSetting token={token} mayEdit={permission === 'editor'} unseen={unseen} onOpen={onGuests} />
        )}
        <MailSetting token={token} />
        <QrSetting token={token} name={name} />
        {!several && <AnotherLink count={count} onCreate={onAnother} />}
      </div>
      <div className="share-foot-edge">
        <PopupFooter>
          <Button look="danger-text" icon={<Link2Off />} onClick={onStop}>
            {t('share.stop')}
          </Button>
          <Button onClick={onClose}>{t('share.done')}</Button>
        </PopupFooter>
      </div>
    </>
  );
};
