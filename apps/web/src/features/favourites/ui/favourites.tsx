import './favourites.css';
import type { Favourite } from '@holdall/contract/users';
import { ArrowDown, ArrowUp, Ellipsis, FolderSearch, X } from 'lucide-react';
import { useEffect, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { folderTarget, placeTarget } from '#shared/ui/drop-targets.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { MenuItem } from '#shared/ui/menu-list.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import {
  preloadChanges,
  useFavouriteActions,
  useFavourites,
  type FavouriteActions,
} from '../favourites.mutations.ts';
import { useReorderDrag } from '../use-reorder-drag.ts';

interface RowActionsProps {
  readonly item: Favourite;
  readonly index: number;
  readonly count: number;
  readonly actions: Pick<FavouriteActions, 'remove' | 'show'>;
  readonly move: (from: number, to: number) => void;
}

const RowActions = ({ item, index, count, actions, move }: RowActionsProps) => {
  const t = useText();
  const moves = [
    { id: 'up', label: t('favourites.up'), icon: <ArrowUp />, to: index - 1 },
    { id: 'down', label: t('favourites.down'), icon: <ArrowDown />, to: index + 1 },
  ].filter(({ to }) => to >= 0 && to < count);
  const show: MenuItem = {
    id: 'show',
    label: t('actions.show_in_folder'),
    icon: <FolderSearch />,
    onSelect: () => actions.show(item),
  };
  return (
    <>
      <Menu
        align="end"
        trigger={(props) => (
          <IconButton
            size="small"
            label={t('actions.menu_for', { name: item.name })}
            icon={<Ellipsis className="icon-16" />}
            {...props}
          />
        )}
        items={[show, ...moves.map(({ to, ...entry }) => ({ ...entry, onSelect: () => move(index, to) }))]}
      />
      <IconButton
        size="small"
        label={t('favourites.remove', { name: item.name })}
        icon={<X className="icon-14" />}
        onClick={() => actions.remove(item)}
      />
    </>
  );
};

/** Opens a folder, or previews a file over its folder. */
const pathOf = ({ id, type, parent_id: parentId }: Favourite): string =>
  type === 'folder' ? paths.files(id) : paths.files(parentId, { preview: id });

const Icon = ({ item: { type, name, emoji, color, category } }: { readonly item: Favourite }) =>
  type === 'folder' ? (
    <FolderIcon color={color} emoji={emoji} width={20} />
  ) : (
    <FileIcon name={name} category={category} width={15} />
  );

/** Lists the user's favourites, which are links and sortable; folders take what is dropped on them. */
export const Favourites = ({ current }: { readonly current: string | null }) => {
  useEffect(preloadChanges, []);
  const t = useText();
  const noHover = useMedia(media.noHover);
  const favourites = useFavourites();
  const actions = useFavouriteActions();
  const move = (from: number, to: number): void => actions.move(favourites, from, to);
  const { drag, rowProps } = useReorderDrag(favourites.length, move);

  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // Alt+ArrowUp opens the parent folder elsewhere.
    event.stopPropagation();
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    if (to >= 0 && to < favourites.length) move(index, to);
  };

  return (
    <div {...placeTarget('favourites')}>
      <h2 className="panel-heading" id="favourites">
        {t('favourites.title')}
      </h2>
      {favourites.length > 0 && (
        <div className="favourites" role="list" aria-labelledby="favourites">
          {favourites.map((item, index) => (
            <div
              key={item.id}
              className="favourite"
              role="listitem"
              data-dragged={drag?.from === index || undefined}
              style={drag && { transform: `translateY(${shift(index, drag)}px)` }}
              {...rowProps(index)}
              {...(item.type === 'folder' && folderTarget(item.id, item.name))}
            >
              <Link
                className="favourite-link"
                to={pathOf(item)}
                draggable={false}
                aria-current={item.id === current ? 'page' : undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onKeyDown={onKeyDown(index)}
              >
                <span className="favourite-icon">
                  <Icon item={item} />
                </span>
                <span className="truncate">
                  <bdi>{honestName(item.name)}</bdi>
                </span>
              </Link>
              <RowActions {...{ item, index, actions, move }} count={favourites.length} />
            </div>
          ))}
        </div>
      )}
      <p className="favourites-empty">{t(noHover ? 'favourites.empty_touch' : 'favourites.empty')}</p>
    </div>
  );
};

/** Returns the offset of a row in pixels while another one is dragged. */
const shift = (
  index: number,
  { from, to, distance, rowHeight }: { from: number; to: number; distance: number; rowHeight: number },
): number => {
  if (index === from) return distance;
  if (index > from && index <= to) return -rowHeight;
  if (index < from && index >= to) return rowHeight;
  return 0;
};
