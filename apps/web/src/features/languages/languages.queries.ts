import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { TranslatedString } from '@holdall/contract/admin-languages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { updateCached } from '#shared/api/update-cached.ts';
import { settingsKey } from '#shared/api/query-keys.ts';
import { administer } from '#shared/session/administer.ts';
import { textsPage, type TextsView } from './languages-address.ts';

/** Invalidated with the settings: after a changed text all pages refetch those. */
export const languagesKey = [...settingsKey, 'languages'] as const;
/** Not invalidated by saves of this page, so that a text being edited stays in its row. */
const textsKey = (language: string) => ['texts', language] as const;

export const languagesQuery = queryOptions({
  queryKey: languagesKey,
  queryFn: async ({ signal }) => (await administer(adminEndpoints.listLanguages, { signal })).data,
});

type ShownTexts = Omit<TextsView, 'language'> & { readonly language: string };

const keyOf = ({ language, filter, search, page }: ShownTexts) =>
  [...textsKey(language), filter, search, page] as const;

/** One page of texts; the previous page stays while another one of the same language loads. */
export const textsQuery = (view: ShownTexts) =>
  queryOptions({
    queryKey: keyOf(view),
    queryFn: ({ signal }) =>
      administer(adminEndpoints.listStrings, {
        params: { id: view.language },
        query: {
          search: view.search,
          filter: view.filter,
          offset: (view.page - 1) * textsPage,
          limit: textsPage,
        },
        signal,
      }),
    placeholderData: (known, query) => (query?.queryKey[1] === view.language ? known : undefined),
    refetchOnWindowFocus: false,
  });

/** Updates a text in all cached pages with the value that the server has stored. */
export const setCachedText = (client: QueryClient, language: string, text: TranslatedString): void => {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: textsKey(language) }))
    updateCached<{ readonly data: readonly TranslatedString[] }>(
      client,
      queryKey,
      (known) => known && { ...known, data: known.data.map((one) => (one.key === text.key ? text : one)) },
    );
  void client.invalidateQueries({ queryKey: languagesKey });
};

/** Invalidates the languages and their texts after many of them have changed. */
export const refreshLanguages = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: languagesKey });
  void client.invalidateQueries({ queryKey: ['texts'] });
};
