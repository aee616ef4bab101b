import { Clock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trashSource } from '#features/files/listing/listing-source.ts';
import { searchFrom, sortingFrom } from '#features/files/listing/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import type { ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { GridTile } from '#features/files/ui/grid-tile.tsx';
import { TrashHeader } from '#features/files/ui/trash-header.tsx';
import { TrashRow } from '#features/files/ui/trash-row.tsx';
import { useListing } from '#features/files/listing/use-listing.ts';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { HomeAdd } from './home-add.tsx';
import { ListingActions } from './listing.actions.tsx';
import { ListingScreen } from './listing.screen.tsx';
import { useTitle } from './use-title.ts';

const EmptyTrashPopup = lazyChunk(
  'empty-trash',
  async () => (await import('#features/files/ui/empty-trash.popup.tsx')).EmptyTrashPopup,
);

const EmptyTrashButton = ({ onPress }: { readonly onPress: () => void }) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  if (mobile)
    return <IconButton label={t('trash.dump')} icon={<Trash2 className="icon-20" />} onClick={onPress} />;
  return (
    <Button look="danger-text" icon={<Trash2 />} onClick={onPress}>
      {t('trash.dump')}
    </Button>
  );
};

const drawing: ListingDrawing = { Tile: GridTile, Row: TrashRow, Header: TrashHeader };

/** The notice above the list: how long the trash keeps its items. */
const RetentionNotice = () => {
  const t = useText();
  const days = useConfig(({ trashRetentionDays }) => trashRetentionDays);
  return (
    <p className="trash-notice">
      <Clock className="icon-16" />
      <span>{t('trash.retention', { count: days })}</span>
    </p>
  );
};

/** `/platform/trash/:id?`: the deleted items, or a folder of them; folders that are opened here stay here. */
export const TrashScreen = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>;
}) => {
  const t = useText();
  const { search } = useLocation();
  const folderId = params['id'] ?? null;
  const source = trashSource(folderId);
  const sorting = sortingFrom(search, source);
  const listing = useListing({ source, sorting });
  const { meta, root, error } = listing;
  const [emptying, setEmptying] = useState(false);

  const unknown = t(error ? 'trash.title' : 'files.loading');
  const title = folderId ? (root?.attributes.name ?? unknown) : t('trash.title');
  useTitle(title);
  const aboveId = meta?.ancestors.at(-1)?.id ?? null;
  const { items = meta?.total ?? 0, size = meta?.size ?? 0 } = listing.trash ?? {};

  return (
    <ListingScreen
      listing={listing}
      title={title}
      parent={
        folderId
          ? paths.trash(aboveId, searchFrom(source, listing.ref.sorting, trashSource(aboveId)))
          : undefined
      }
      heading={
        <Breadcrumbs
          listing={listing.ref}
          ancestors={meta?.ancestors}
          title={title}
          emoji={root?.attributes.emoji ?? null}
        />
      }
      actions={
        <>
          <ListingActions />
          {folderId === null && items > 0 && <EmptyTrashButton onPress={() => setEmptying(true)} />}
        </>
      }
      banner={(meta?.total ?? 0) > 0 && <RetentionNotice />}
      drawing={folderId === null ? drawing : undefined}
      empty={
        folderId === null ? (
          <Notice picture={<EmptyPicture />} title={t('trash.empty.title')} text={t('trash.empty.text')} />
        ) : (
          <Notice picture={<EmptyPicture />} title={t('files.count.empty')} />
        )
      }
    >
      <HomeAdd />
      {emptying && (
        <PopupSlot onFailure={() => setEmptying(false)}>
          <EmptyTrashPopup
            {...{ items, size }}
            listed={meta?.total ?? items}
            onClose={() => setEmptying(false)}
          />
        </PopupSlot>
      )}
    </ListingScreen>
  );
};
