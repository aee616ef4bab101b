import './owner-card.css';
import { Eye, Pencil } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { expiryText } from '../expiry.ts';
import { useNow } from '../use-now.ts';
import type { Share } from '../visit.ts';

/** Picture of the link's owner. */
export const OwnerAvatar = ({ owner, size }: { readonly owner: Owner; readonly size: 32 | 42 }) => {
  const { name, avatar, color } = owner;
  return <Avatar name={name ?? ''} email="" {...{ avatar, color, size }} />;
};
type Owner = Share['relationships']['owner']['data']['attributes'];

const Expiry = ({ at }: { readonly at: string }) => <Tag>{expiryText(useText(), at, useNow())}</Tag>;

/** Shows the permissions and the expiry of a link. */
const Chips = ({ attributes }: Pick<Share, 'attributes'>) => {
  const t = useText();
  const { permission, expires_at: expiresAt, downloads_left: left } = attributes;
  const isEditor = permission === 'editor';
  return (
    <div className="guest-chips numeric">
      <Tag
        tone={isEditor ? 'accent' : 'plain'}
        icon={isEditor ? <Pencil className="icon-14" /> : <Eye className="icon-14" />}
      >
        {t(isEditor ? 'guest.editor' : 'guest.visitor')}
      </Tag>
      {expiresAt !== null && <Expiry at={expiresAt} />}
      {left !== null && (
        <Tag tone={left === 0 ? 'warning' : 'plain'}>
          {left === 0 ? t('guest.downloads_none') : t('guest.downloads_left', { count: left })}
        </Tag>
      )}
    </div>
  );
};

/** Shows the owner of the link and its permissions. */
export const OwnerCard = ({ share: { attributes, relationships } }: { readonly share: Share }) => {
  const t = useText();
  const owner = relationships.owner.data.attributes;
  return (
    <section className="owner-card" aria-label={t('guest.link')}>
      <div className="owner-card-person">
        <OwnerAvatar owner={owner} size={32} />
        <span>
          {owner.name === null ? (
            <b>{t('guest.shared_with_you')}</b>
          ) : (
            <>
              <span className="muted">{t('guest.shared_by')}</span>
              <b className="truncate">{honestName(owner.name)}</b>
            </>
          )}
        </span>
      </div>
      <Chips attributes={attributes} />
    </section>
  );
};
