import './item-links.css';
import type { Share } from '@holdall/contract/share-link';
import { Eye, Pencil } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Tag } from '#shared/ui/tag.tsx';
import { linkName } from '../link-name.ts';

type Link = Share['data'];

interface ItemLinksProps {
  readonly links: readonly Link[];
  /** Token of the link whose settings show. */
  readonly current: string;
  readonly onChoose: (link: Link) => void;
}

/** List of an item's links; pressing one shows its settings. */
export const ItemLinks = ({ links, current, onChoose }: ItemLinksProps) => {
  const t = useText();
  const factsOf = ({ attributes }: Link): string =>
    [
      attributes.label === ''
        ? t('share.since', { date: formatLongDate(attributes.created_at) })
        : t(`share.${attributes.permission}`),
      ...(attributes.protected ? [t('share.with_password')] : []),
      ...(attributes.expires_at === null
        ? []
        : [t('share.expires', { date: formatLongDate(attributes.expires_at) })]),
      t('share.visits', { count: attributes.visits }),
    ].join(' · ');
  return (
    <ul className="item-links" aria-label={t('share.links_of_item')}>
      {links.map((link) => {
        const { token, permission, unseen } = link.attributes;
        return (
          <li key={token}>
            <button
              type="button"
              aria-current={token === current ? 'true' : undefined}
              onClick={() => onChoose(link)}
            >
              {permission === 'editor' ? <Pencil /> : <Eye />}
              <span>
                <b className="truncate">{linkName(t, link)}</b>
                <small className="numeric">{factsOf(link)}</small>
              </span>
              {unseen > 0 && <Tag tone="success">{t('guests.new', { count: unseen })}</Tag>}
            </button>
          </li>
        );
      })}
    </ul>
  );
};
