import { FolderSearch, Layers, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { useRowFocus } from '#shared/lib/use-row-focus.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { useChangeCollection } from '../sharing.mutations.ts';
import { collectionItemsQuery } from '../sharing.queries.ts';
import { closeSharing, type SharedItem } from '../sharing.store.ts';
import { ShareOption } from './share-option.tsx';

const ItemPicture = ({ item: { type, attributes } }: { readonly item: SharedItem }) =>
  type === 'folder' ? (
    <FolderIcon color={attributes.color} emoji={attributes.emoji} width={24} />
  ) : (
    <FileIcon name={attributes.name} category={attributes.category} width={20} />
  );

interface ItemsListProps {
  readonly items: readonly SharedItem[];
  readonly onRemove: (item: SharedItem) => void;
  /** Called where no item is left to take the focus. */
  readonly onUnfocused: () => void;
}

const ItemsList = ({ items, onRemove, onUnfocused }: ItemsListProps) => {
  const t = useText();
  const rows = useRowFocus<HTMLUListElement>(onUnfocused);
  return (
    <ul {...rows} className="collection-items" aria-label={t('collection.items')}>
      {items.map((item) => (
        <li key={item.id}>
          <span aria-hidden="true">
            <ItemPicture item={item} />
          </span>
          <FileName name={item.attributes.name} isFolder={item.type === 'folder'} />
          <IconButton
            size="small"
            label={t('actions.show_item_in_folder', { name: honestName(item.attributes.name) })}
            icon={<FolderSearch />}
            onClick={() => {
              closeSharing();
              navigate(paths.files(item.attributes.parent_id, { select: item.id }));
            }}
          />
          <IconButton
            size="small"
            label={t('collection.remove', { name: honestName(item.attributes.name) })}
            icon={<X />}
            // A collection keeps one item; "Stop sharing" ends it instead.
            disabled={items.length === 1}
            onClick={() => onRemove(item)}
          />
        </li>
      ))}
    </ul>
  );
};

/** Lists the items of a collection; a removed one can be restored while its toast shows. */
export const CollectionItems = ({ token }: { readonly token: string }) => {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { data, isError, isFetching, refetch } = useQuery(collectionItemsQuery(token));
  const { mutate } = useChangeCollection(token);
  const remove = (item: SharedItem): void =>
    mutate(
      { remove: [item.id] },
      {
        onSuccess: () =>
          void showToast({
            type: 'success',
            message: t('collection.removed', { name: honestName(item.attributes.name) }),
            action: {
              label: t('actions.undo'),
              onSelect: () => mutate({ add: [{ id: item.id, type: item.type }] }),
            },
          }),
      },
    );
  return (
    <ShareOption
      icon={<Layers />}
      label={t('collection.items')}
      text={data ? t('files.count.items', { count: data.length }) : ' '}
      control={(ids) => (
        <Button
          ref={toggle}
          aria-describedby={ids['aria-labelledby']}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'share.hide' : 'share.show')}
        </Button>
      )}
    >
      {isShown &&
        (data ? (
          <ItemsList items={data} onRemove={remove} onUnfocused={() => toggle.current?.focus()} />
        ) : (
          <Unloaded {...{ isError, isFetching, refetch }}>
            <LateSkeleton width="70%" />
          </Unloaded>
        ))}
    </ShareOption>
  );
};
