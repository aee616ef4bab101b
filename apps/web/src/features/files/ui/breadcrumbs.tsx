import './breadcrumbs.css';
import type { Ancestor } from '@holdall/contract/files';
import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { navigate } from '#shared/router/location.ts';
import { dropEvent, folderTarget, springEvent } from '#shared/ui/drop-targets.ts';
import { Emoji } from '#shared/ui/emoji.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import {
  folderOf,
  folderSource,
  pathOf,
  sourceName,
  trashSource,
  type ListingSource,
} from '../listing/listing-source.ts';
import type { ListingRef } from '../cache/files.queries.ts';
import { searchFrom } from '../listing/sorting.ts';

interface BreadcrumbsProps {
  readonly listing: ListingRef;
  /** The ancestors, from the top, without an account's top itself; undefined while they load. */
  readonly ancestors: readonly Ancestor[] | undefined;
  readonly title: string;
  readonly emoji: string | null;
  /** Rendered beside the heading. */
  readonly end?: ReactNode;
}

/** The number of ancestors that are shown by name where there is room; the others are in the menu. */
const shownByName = 2;

const takeFocus = (heading: HTMLHeadingElement | null): void => heading?.focus({ preventScroll: true });

/** Returns an ancestor in the same part of the platform; null is its top. */
const above = (source: ListingSource, id: string | null): ListingSource =>
  source.kind === 'trash' ? trashSource(id) : folderSource(id);

/** Opens the menu of … when a drag rests on it, and closes it after a drop into one of its folders. */
const useDrag = (nav: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = nav.current;
    const more = (): HTMLElement | null => element?.querySelector<HTMLElement>('.breadcrumb-more') ?? null;
    const isOpen = (): boolean => more()?.getAttribute('aria-expanded') === 'true';
    const onSpring = (event: Event): void => {
      if (event.target !== more()) return;
      event.preventDefault();
      if (!isOpen()) more()?.click();
    };
    const onDrop = (): void => {
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
      element?.querySelector('[role=menu]')?.dispatchEvent(escape);
    };
    element?.addEventListener(springEvent, onSpring);
    element?.addEventListener(dropEvent, onDrop);
    return () => {
      element?.removeEventListener(springEvent, onSpring);
      element?.removeEventListener(dropEvent, onDrop);
    };
  }, [nav]);
};

/** The ancestors of the folder, and its name as the page's heading. */
export const Breadcrumbs = ({ listing, ancestors = [], title, emoji, end }: BreadcrumbsProps) => {
  const t = useText();
  const phone = useMedia(media.phone);
  const nav = useRef<HTMLElement>(null);
  useDrag(nav);

  const { source } = listing;
  const top = { id: null, name: t(source.kind === 'trash' ? 'trash.title' : 'files.home') };
  const steps = folderOf(source) === null ? [] : filesTop() ? ancestors : [top, ...ancestors];
  const shown = phone ? [] : steps.slice(-shownByName);
  const hidden = steps.slice(0, steps.length - shown.length);
  /** Returns the drop target that represents a folder; nothing can be moved into folders of the trash. */
  const targetOf = (step: (Pick<Ancestor, 'name'> & { readonly id: string | null }) | undefined) =>
    step && source.kind === 'folder' ? folderTarget(step.id, step.name) : {};
  const pathTo = (id: string | null): string => {
    const to = above(source, id);
    return pathOf(to, searchFrom(listing.source, listing.sorting, to));
  };
  /** Returns the child folder that is left by going up to an ancestor. */
  const leftFor = (id: string | null): string | undefined =>
    steps[steps.findIndex((step) => step.id === id) + 1]?.id ?? folderOf(source) ?? undefined;
  return (
    <nav ref={nav} className="breadcrumbs" aria-label={t('files.breadcrumb')}>
      {hidden.length > 0 && (
        <>
          <Menu
            trigger={(props) => (
              <button
                type="button"
                className="breadcrumb breadcrumb-more"
                aria-label={t('files.parents')}
                {...props}
                {...targetOf(hidden.at(-1))}
              >
                <Ellipsis className="icon-16" />
              </button>
            )}
            items={hidden.map(({ id, name }) => ({
              id: id ?? 'root',
              label: honestName(name),
              attributes: targetOf({ id, name }),
              onSelect: () => navigate(pathTo(id), { left: leftFor(id) }),
            }))}
          />
          <span className="breadcrumb-divider" />
        </>
      )}
      {shown.map(({ id, name }) => (
        <span key={id ?? 'root'} className="breadcrumb-step">
          <Link
            className="breadcrumb truncate"
            to={pathTo(id)}
            left={leftFor(id)}
            draggable={false}
            {...targetOf({ id, name })}
          >
            <bdi>{honestName(name)}</bdi>
          </Link>
          <span className="breadcrumb-divider" />
        </span>
      ))}
      {/* A changed search stays on the same page. */}
      <h1 key={source.kind === 'search' ? source.kind : sourceName(source)} ref={takeFocus} tabIndex={-1}>
        {emoji && <Emoji value={emoji} size={20} />}
        <span className="truncate">
          <bdi>{honestName(title)}</bdi>
        </span>
      </h1>
      {end}
    </nav>
  );
};
