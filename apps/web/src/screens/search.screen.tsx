import { defaultSorting } from '@holdall/contract/listing-order';
import { useEffect } from 'react';
import {
  isFiltered,
  searchSource,
  termsFrom,
  type SearchTerms,
} from '#features/files/listing/search-terms.ts';
import { pathOf } from '#features/files/listing/listing-source.ts';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { GridTile } from '#features/files/ui/grid-tile.tsx';
import type { ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { LocatedHeader } from '#features/files/ui/located-header.tsx';
import { LocatedRow } from '#features/files/ui/located-row.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { SearchBar } from '#features/files/ui/search-bar.tsx';
import { useListing, type Listing } from '#features/files/listing/use-listing.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce, retract } from '#shared/ui/live-region.tsx';
import { Collection } from './collection.tsx';

const drawing: ListingDrawing = { Tile: GridTile, Row: LocatedRow, Header: LocatedHeader };

const look = (terms: SearchTerms): void => navigate(pathOf(searchSource(terms)));

interface ResultsProps {
  readonly terms: SearchTerms;
  readonly listing: Pick<Listing, 'meta' | 'more' | 'elsewhere'>;
}

/** Says how much was found, and nothing of it once something else is listed. */
const useSaidCount = ({ terms, listing: { meta, more } }: ResultsProps): void => {
  const t = useText();
  const count = terms.words === '' ? undefined : meta?.total;
  const key = more === true ? 'spotlight.results_at_least' : 'spotlight.results_count';
  const counted = count === undefined ? '' : t(key, { count });
  const said = count === 0 && more === true ? t('search.empty.more') : counted;
  useEffect(() => {
    if (said === '') return undefined;
    announce(said);
    return () => retract(said);
  }, [said]);
};

/** Results that the list leaves out: results beyond the best, and those that lie in the trash, or outside of it. */
const LeftOut = ({ terms, listing: { meta, more, elsewhere = 0 } }: ResultsProps) => {
  const t = useText();
  const { inTrash } = terms;
  const turn = (): void => look({ ...terms, inTrash: !inTrash });
  return (
    <>
      {meta && more === true && meta.total > 0 && (
        <div className="located-notice">
          {meta.total < meta.limit ? t('search.more_possible') : t('search.best', { count: meta.total })}
        </div>
      )}
      {inTrash ? (
        <div className="located-notice">
          <span>{t('search.trash_shown')}</span>
          <Button size="small" onClick={turn}>
            {t('search.leave_trash')}
          </Button>
        </div>
      ) : (
        elsewhere > 0 && (
          <div className="located-notice">
            <span>{t('search.in_trash', { count: elsewhere })}</span>
            <Button size="small" onClick={turn}>
              {t('search.show_trash')}
            </Button>
          </div>
        )
      )}
    </>
  );
};

const Nothing = ({ terms, listing: { more } }: ResultsProps) => {
  const t = useText();
  const { words } = terms;
  const advice = isFiltered(terms) ? 'search.empty.filtered' : 'search.empty.text';
  if (words === '')
    return (
      <Notice picture={<EmptyPicture />} title={t('search.blank.title')} text={t('search.blank.text')} />
    );
  return (
    <Notice
      picture={<EmptyPicture />}
      title={t('spotlight.empty', { query: words })}
      text={t(more === true ? 'search.empty.more' : advice)}
    />
  );
};

/** `/platform/search?q=`: all that a search of the account finds, and where it is. */
export const SearchScreen = () => {
  const t = useText();
  const { search } = useLocation();
  const terms = termsFrom(search);
  const listed = { source: searchSource(terms), sorting: defaultSorting };
  const listing = useListing(listed);
  useSaidCount({ terms, listing });
  const { words } = terms;
  return (
    <Collection
      listed={listed}
      title={words === '' ? t('spotlight.search') : t('search.title', { query: words })}
      drawing={drawing}
      banner={
        <>
          <SearchBar terms={terms} onChange={look} />
          <LeftOut {...{ terms, listing }} />
        </>
      }
      empty={<Nothing {...{ terms, listing }} />}
    />
  );
};
