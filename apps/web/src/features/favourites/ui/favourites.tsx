import './favourites.css';
import type { Favourite } from '@holdall/contract/users';
import { ArrowDown, ArrowUp, Ellipsis, FolderSearch, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { dropEvent, folderTarget, placeTarget, type DropDetail } from '#shared/ui/drop-targets.ts';
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
  readonly folder: Favourite;
  readonly index: number;
  readonly count: number;
  readonly actions: Pick<FavouriteActions, 'remove' | 'show'>;
  readonly move: (from: number, to: number) => void;
}

const RowActions = ({ folder, index, count, actions, move }: RowActionsProps) => {
  const t = useText();
  const moves = [
    { id: 'up', label: t('favourites.up'), icon: <ArrowUp />, to: index - 1 },
    { id: 'down', label: t('favourites.down'), icon: <ArrowDown />, to: index + 1 },
  ].filter(({ to }) => to >= 0 && to < count);
  const show: MenuItem = {
    id: 'show',
    label: t('actions.show_in_folder'),
    icon: <FolderSearch />,
    onSelect: () => actions.show(folder),
  };
  return (
    <>
      <Menu
        align="end"
        trigger={(props) => (
          <IconButton
            size="small"
            label={t('actions.menu_for', { name: folder.name })}
            icon={<Ellipsis className="icon-16" />}
            {...props}
          />
        )}
        items={[show, ...moves.map(({ to, ...item }) => ({ ...item, onSelect: () => move(index, to) }))]}
      />
      <IconButton
        size="small"
        label={t('favourites.remove', { name: folder.name })}
        icon={<X className="icon-14" />}
        onClick={() => actions.remove(folder)}
      />
    </>
  );
};

/** Accepts folders dropped from a listing; a drop on a single favourite moves them into it instead. */
const useDroppedFolders = (add: FavouriteActions['add']) => {
  const section = useRef<HTMLDivElement>(null);
  const onDrop = useEffectEvent((event: Event): void => {
    const { items, place } = (event as CustomEvent<DropDetail>).detail;
    if (place.kind !== 'favourites') return;
    event.preventDefault();
    const folders = items.filter(({ type }) => type === 'folder');
    if (folders.length > 0) add(folders.map(({ id, name }) => ({ id, name, emoji: null, color: null })));
  });
  useEffect(() => {
    const element = section.current;
    const listener = (event: Event): void => onDrop(event);
    element?.addEventListener(dropEvent, listener);
    return () => element?.removeEventListener(dropEvent, listener);
  }, []);
  return section;
};

/** Lists the user's favourite folders, which are links, drop targets and sortable. */
export const Favourites = ({ current }: { readonly current: string | null }) => {
  useEffect(preloadChanges, []);
  const t = useText();
  const noHover = useMedia(media.noHover);
  const favourites = useFavourites();
  const actions = useFavouriteActions();
  const section = useDroppedFolders(actions.add);
  const list = useRef<HTMLDivElement>(null);
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
    <div ref={section} {...placeTarget('favourites')}>
      <h2 className="panel-heading" id="favourites">
        {t('favourites.title')}
      </h2>
      {favourites.length > 0 && (
        <div ref={list} className="favourites" role="list" aria-labelledby="favourites">
          {favourites.map((folder, index) => (
            <div
              key={folder.id}
              className="favourite"
              role="listitem"
              data-dragged={drag?.from === index || undefined}
              style={drag && { transform: `translateY(${shift(index, drag)}px)` }}
              {...rowProps(index)}
              {...folderTarget(folder.id, folder.name)}
            >
              <Link
                className="favourite-link"
                to={paths.files(folder.id)}
                draggable={false}
                aria-current={folder.id === current ? 'page' : undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onKeyDown={onKeyDown(index)}
              >
                <span className="favourite-icon">
                  <FolderIcon color={folder.color} emoji={folder.emoji} width={20} />
                </span>
                <span className="truncate">
                  <bdi>{honestName(folder.name)}</bdi>
                </span>
              </Link>
              <RowActions {...{ folder, index, actions, move }} count={favourites.length} />
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
