import './owner-card.css';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import type { Share } from '../visit.ts';
import { Chips } from './chips.tsx';

/** Picture of the link's owner. */
export const OwnerAvatar = ({ owner, size }: { readonly owner: Owner; readonly size: 32 | 42 }) => {
  const { name, avatar, color } = owner;
  return <Avatar name={name ?? ''} email="" {...{ avatar, color, size }} />;
};
type Owner = Share['relationships']['owner']['data']['attributes'];

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
