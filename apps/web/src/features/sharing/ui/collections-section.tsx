import './collections-section.css';
import type { CollectionLink } from '@holdall/contract/collections';
import { Layers, Link2, Link2Off } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useRowFocus } from '#shared/lib/use-row-focus.ts';
import { shareAddress } from '#shared/paths/share-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { collectionsQuery } from '../sharing.queries.ts';
import { sharingPopup } from '../sharing.store.ts';

/** Rows while collapsed; in a low window none, to leave room for shared items. */
const foldedRows = 2;

const edit = (link: CollectionLink, refused: boolean): void =>
  sharingPopup.set({ about: 'collection', link, refused });

const copy = async (link: CollectionLink): Promise<void> => {
  if (await copyText(shareAddress(link.attributes.token)))
    showToast({ type: 'success', message: text('share.copied_toast') });
  else edit(link, true);
};

const CollectionRow = ({ link }: { readonly link: CollectionLink }) => {
  const t = useText();
  const { name, expires_at: end, protected: isProtected, visits } = link.attributes;
  const called = honestName(name ?? '');
  const facts = [
    t('files.count.items', { count: link.meta.items }),
    t('share.visits', { count: visits }),
    ...(isProtected ? [t('share.with_password')] : []),
    ...(end === null ? [] : [t('share.expires', { date: formatLongDate(end) })]),
  ];
  return (
    <li>
      <button
        type="button"
        className="collection-row-open"
        data-tooltip={t('collection.edit', { name: called })}
        aria-haspopup="dialog"
        onClick={() => edit(link, false)}
      >
        <Layers className="icon-20" />
        <span className="collection-row-text">
          <b className="truncate">{called}</b>
          <span className="numeric truncate">{facts.join(' · ')}</span>
        </span>
      </button>
      <IconButton
        size="small"
        label={t('share.copy_named', { name: called })}
        icon={<Link2 />}
        onClick={() => void copy(link)}
      />
      <IconButton
        size="small"
        label={t('share.stop_named', { name: called })}
        icon={<Link2Off />}
        onClick={() => sharingPopup.set({ about: 'end_collection', link })}
      />
    </li>
  );
};

/** Lists links to several items above the shared items. */
export const CollectionsSection = () => {
  const t = useText();
  const id = useId();
  const { data = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(collectionsQuery);
  const [isWhole, setWhole] = useState(false);
  const kept = useMedia(media.low) ? 0 : foldedRows;
  const rows = useRowFocus<HTMLUListElement>(() => document.querySelector<HTMLElement>('h1')?.focus());
  if (data.length === 0) return null;
  const isFoldable = data.length > kept;
  const shown = isWhole ? data : data.slice(0, kept);
  return (
    <section className="collections-section" aria-labelledby={id}>
      <div className="collections-head">
        <h2 id={id}>{t('collection.title')}</h2>
        {isFoldable && (
          <Button
            size="small"
            look="ghost"
            aria-describedby={id}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'collection.show_fewer' : 'collection.show_all')}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul {...rows}>
          {shown.map((link) => (
            <CollectionRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      {isWhole && hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('collection.more')}
        </Button>
      )}
    </section>
  );
};
