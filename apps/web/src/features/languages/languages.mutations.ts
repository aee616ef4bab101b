import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Language } from '@holdall/contract/admin-languages';
import { useQueryClient } from '@tanstack/react-query';
import { updateCached } from '#shared/api/update-cached.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { languagesKey, refreshLanguages } from './languages.queries.ts';

export const useAddLanguage = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (locale: string) =>
      (await administer(adminEndpoints.addLanguage, { body: { locale } })).data,
    onSuccess: () => refreshLanguages(client),
  });
};

export const useRemoveLanguage = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => administer(adminEndpoints.removeLanguage, { params: { id } }),
    onSuccess: () => {
      // The texts of a deleted language are not fetched any more.
      updateCached<readonly Language[]>(client, languagesKey, (known) =>
        known?.filter((one) => one.id !== id),
      );
      void client.invalidateQueries({ queryKey: languagesKey });
    },
  });
};

export const useMakeDefault = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      administer(adminEndpoints.updateSetting, {
        params: { group: 'appearance' },
        body: { name: 'locale', value: id },
      }),
    onSuccess: () => refreshLanguages(client),
  });
};

/** The file holds no texts. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

const textsIn = (json: string): Record<string, string> => {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (error) {
    throw new UnreadableFileError('It is no JSON.', { cause: error });
  }
  const isTexts =
    typeof read === 'object' &&
    read !== null &&
    !Array.isArray(read) &&
    Object.values(read).every((value) => typeof value === 'string');
  if (!isTexts) throw new UnreadableFileError('It has other things than texts.');
  return read as Record<string, string>;
};

export const useImport = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) =>
      (await administer(adminEndpoints.importLanguage, { params: { id }, body: textsIn(await file.text()) }))
        .data,
    onSuccess: () => refreshLanguages(client),
  });
};
