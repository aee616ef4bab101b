import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { storageKey } from '#shared/api/query-keys.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { markUnauthorized } from '#shared/session/session.ts';
import { openSuccess } from '#shared/ui/success.ts';
import { showToast } from '#shared/ui/toast.ts';
import { forgetTrashed } from './undo.ts';
import type { Page } from '../entry.ts';
import { trashKey } from '../cache/files.queries.ts';
import { clearSelection } from '../selection/selection.store.ts';

/** Shows the trash as empty, and forgets its folders. */
const clearTrash = async (client: QueryClient): Promise<void> => {
  await client.cancelQueries({ queryKey: trashKey });
  client.setQueriesData<Page>({ queryKey: trashKey }, (page) =>
    page && page.root === null
      ? {
          entries: [],
          root: null,
          meta: { ...page.meta, total: 0, folders: 0, files: 0, size: 0 },
          trash: { items: 0, size: 0 },
        }
      : page,
  );
};

/**
 * Deletes everything in the trash forever, then shows a message (specification section 8).
 * @param onEnd called at the end, after success or failure
 */
export const useEmptyTrash = (onEnd: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(itemEndpoints.emptyTrash, {}),
    onSuccess: async () => {
      forgetTrashed();
      await clearTrash(client);
      clearSelection();
      openSuccess({ title: text('trash.cleared.title'), message: text('trash.cleared.message') });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return markUnauthorized();
      showToast({ type: 'danger', message: text('toasts.failed') });
    },
    onSettled: () => {
      onEnd();
      void client.invalidateQueries({ queryKey: trashKey });
      void client.invalidateQueries({ queryKey: storageKey });
    },
  });
};
