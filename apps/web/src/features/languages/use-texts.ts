import { useQuery } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { currentLocation } from '#shared/router/location.ts';
import { lastPage, type TextsView } from './languages-address.ts';
import { textsQuery } from './languages.queries.ts';

interface UseTextsOptions {
  readonly language: string;
  readonly view: TextsView;
  readonly onView: (view: TextsView, how?: { readonly replace: boolean }) => void;
  /** Element at the top of the texts. */
  readonly top: RefObject<HTMLElement | null>;
}

/** Returns the texts of a page and the navigation to others. */
export const useTexts = ({ language, view, onView, top }: UseTextsOptions) => {
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
