import './breadcrumbs.css';
import type { Ancestor } from '@holdall/contract/files';
import { Ellipsis } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { navigate } from '#shared/router/location.ts';
import { Emoji } from '#shared/ui/emoji.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import { searchOf, type Sorting } from '../sorting.ts';

interface BreadcrumbsProps {
  /** The folders above, from the top, without the top itself; undefined while they are loading. */
  readonly ancestors: readonly Ancestor[] | undefined;
  readonly title: string;
  readonly emoji: string | null;
  readonly isTop: boolean;
  readonly sorting: Sorting;
  /** Changes with the folder: the heading then takes the focus. */
  readonly place: string;
}

/** Folders above that are shown by name where there is room; the others are in the menu. */
const shownByName = 2;

const takeFocus = (heading: HTMLHeadingElement | null): void => heading?.focus({ preventScroll: true });

/** The way from the top to the folder, whose name is the page's heading. */
export const Breadcrumbs = ({ ancestors = [], title, emoji, isTop, sorting, place }: BreadcrumbsProps) => {
  const t = useText();
  const wide = useMedia(media.wide);

  const above = isTop ? [] : [{ id: null, name: t('files.home') }, ...ancestors];
  const shown = wide ? above.slice(-shownByName) : [];
  const hidden = above.slice(0, above.length - shown.length);
  return (
    <nav className="breadcrumbs" aria-label={t('files.breadcrumb')}>
      {hidden.length > 0 && (
        <>
          <Menu
            trigger={(props) => (
              <button
                type="button"
                className="breadcrumb breadcrumb-more"
                aria-label={t('files.parents')}
                {...props}
              >
                <Ellipsis className="icon-16" />
              </button>
            )}
            items={hidden.map(({ id, name }) => ({
              id: id ?? 'root',
              label: name,
              onSelect: () => navigate(paths.files(id, searchOf(sorting))),
            }))}
          />
          <span className="breadcrumb-divider" />
        </>
      )}
      {shown.map(({ id, name }) => (
        <span key={id ?? 'root'} className="breadcrumb-step">
          <Link className="breadcrumb truncate" to={paths.files(id, searchOf(sorting))}>
            {name}
          </Link>
          <span className="breadcrumb-divider" />
        </span>
      ))}
      <h1 key={place} ref={takeFocus} tabIndex={-1}>
        {emoji && <Emoji value={emoji} size={20} />}
        <span className="truncate">{title}</span>
      </h1>
    </nav>
  );
};
