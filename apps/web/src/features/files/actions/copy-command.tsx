import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { QueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { dismissToast, showToast } from '#shared/ui/toast.ts';
import { itemsOf, parentOf, type Batch } from './batch.ts';
import { change, type Touched } from './change.ts';
import { openItemPopup } from './item-popup.store.ts';
import { noDecisions, wireOf, type MoveDecisions } from './move-decisions.ts';
import { failureMessage, holdsFolders, messageOf, recorded, type Destination } from './recorded-change.tsx';

/** Milliseconds after which a notice says that copying goes on. */
const noticeAfter = 800;

/** Tells that copying goes on where it takes longer. @returns a function that ends the notice */
const noticeOfProgress = (): (() => void) => {
  let notice: number | undefined;
  const timer = setTimeout(() => {
    notice = showToast({ type: 'success', icon: <Copy />, message: text('copy.under_way'), stays: true });
  }, noticeAfter);
  return () => {
    clearTimeout(timer);
    if (notice !== undefined) dismissToast(notice);
  };
};

const nothing = (): void => undefined;

/** Copies items into a folder; the user decides about taken names. In their own folder they are duplicated. */
export const copy = async (
  client: QueryClient,
  batch: Batch,
  { to, decisions = noDecisions }: { readonly to: Destination; readonly decisions?: MoveDecisions },
): Promise<void> => {
  // The copies may replace files, and an undo puts them into the trash.
  const touches: Touched = { trash: true, tree: holdsFolders(batch), storage: true, favourites: false };
  const failed = failureMessage('failed.copy', batch);
  const endNotice = noticeOfProgress();
  await recorded(client, {
    undoing: { revert: nothing, reapply: nothing, touches },
    perform: () =>
      change(client, {
        apply: nothing,
        revert: nothing,
        send: async () => {
          try {
            const body = { to_id: to.id, ...itemsOf(batch), ...wireOf(decisions) };
            return await call(itemEndpoints.copyItems, { body });
          } finally {
            endNotice();
          }
        },
        touches,
        failed,
        onFailure: (error) => {
          if (!(error instanceof ApiError)) return false;
          if (error.code === 'storage.exceeded') {
            showToast({ type: 'danger', message: failed(text('failed.no_space')) });
            return true;
          }
          const { conflicts: met } = error;
          if (!met) return false;
          const { items: conflicts, total } = met;
          openItemPopup({
            kind: 'conflict',
            about: { how: 'copy', batch, to, conflicts, total, decisions },
          });
          return true;
        },
      }),
    done: ({ meta }) => ({
      message:
        parentOf(batch) === to.id
          ? messageOf(batch, 'duplicated')(meta.count)
          : messageOf(batch, 'copied', to.name)(meta.count),
      icon: <Copy />,
    }),
  });
};
