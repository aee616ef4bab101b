import './languages.css';
import type { Language } from '@holdall/contract/admin-languages';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, SearchX } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { currentLocation } from '#shared/router/location.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Pager } from '#shared/ui/pager.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { lastPage, spanOf, type TextsView } from '../languages-address.ts';
import { textsQuery } from '../languages.queries.ts';
import { stringFilters } from '../string-filters.ts';
import { TextRow } from './text-row.tsx';
import { TextsSearch } from './texts-search.tsx';

interface TextsCardProps {
  readonly language: Language;
  readonly view: TextsView;
  /** `replace`: the current page must not stay in the history. */
  readonly onView: (view: TextsView, how?: { readonly replace: boolean }) => void;
}

/** Explains an empty list of texts. */
const NoTexts = ({ view: { search, filter } }: Pick<TextsCardProps, 'view'>) => {
  const t = useText();
  if (search !== '') return <EmptyBlock icon={<SearchX />} title={t('languages.none', { search })} />;
  return (
    <EmptyBlock
      icon={<CheckCheck />}
      title={t(filter === 'changed' ? 'languages.none_changed' : 'languages.none_untranslated')}
    />
  );
};

interface UseTextsOptions {
  readonly language: string;
  readonly view: TextsView;
  readonly onView: (view: TextsView, how?: { readonly replace: boolean }) => void;
  /** Element at the top of the texts. */
  readonly top: RefObject<HTMLElement | null>;
}

/** Returns the texts of a page and the navigation to others. */
const useTexts = ({ language, view, onView, top }: UseTextsOptions) => {
  const texts = useQuery(textsQuery({ ...view, language }));
  const { data, isPlaceholderData, refetch } = texts;
  const total = data?.meta.total ?? 0;
  const isBeyond = !isPlaceholderData && data?.data.length === 0 && total > 0;
  useEffect(() => {
    if (isBeyond) onView({ ...view, page: lastPage(total) }, { replace: true });
  });
  /** Reports whether a shown text has left the filtered list, so that later ones have moved up. */
  const haveLeft = async (): Promise<boolean> => {
    const { data: now } = await refetch();
    const keys = new Set(now?.data.map(({ key }) => key));
    return now !== undefined && data?.data.some(({ key }) => !keys.has(key)) === true;
  };
  const goTo = async (page: number): Promise<void> => {
    const { search } = currentLocation();
    const isPart = view.filter !== 'all' || view.search !== '';
    const isSame = page > view.page && isPart && (await haveLeft());
    if (currentLocation().search !== search) return;
    if (isSame) top.current?.scrollIntoView();
    else onView({ ...view, page });
  };
  return { ...texts, total, goTo };
};

/** Lists the texts of a language with search, filters and pages; the address stores the view. */
export const TextsCard = ({ language, view, onView }: TextsCardProps) => {
  const t = useText();
  const top = useRef<HTMLDivElement>(null);
  const texts = useTexts({ language: language.id, view, onView, top });
  const { data, isError, isFetching, refetch, total } = texts;
  const pages = lastPage(total);
  return (
    <Card title={language.attributes.name}>
      <div className="texts-tools" ref={top}>
        <TextsSearch
          search={view.search}
          onSearch={(search) => onView({ ...view, search, page: 1 }, { replace: true })}
        />
        <Segmented
          label={t('languages.filter')}
          value={view.filter}
          segments={stringFilters.map((value) => ({ value, label: t(`languages.filter.${value}`) }))}
          onChoose={(filter) => onView({ ...view, filter, page: 1 }, { replace: true })}
        />
      </div>
      <div aria-busy={isFetching}>
        {!data && (
          <Unloaded {...{ isError, isFetching, refetch }}>
            <LateSkeleton width="100%" height={400} />
          </Unloaded>
        )}
        {data && total === 0 && <NoTexts view={view} />}
        {data && total > 0 && (
          <>
            <div className="text-row texts-head" aria-hidden="true">
              <span>{t('languages.source')}</span>
              <span>{t('languages.translation')}</span>
            </div>
            <ul className="texts">
              {data.data.map((text) => (
                <TextRow key={`${language.id} ${text.key}`} {...{ language, text }} />
              ))}
            </ul>
          </>
        )}
      </div>
      {pages > 1 && (
        <Pager
          page={view.page}
          pages={pages}
          label={t('users.page', spanOf(view.page, total))}
          onPage={(page) => void texts.goTo(page)}
        />
      )}
    </Card>
  );
};
