import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { createStore } from '#shared/lib/store.ts';
import { createItemActions, type ItemActions, type ItemHost } from './actions/item-actions.ts';

/** Actions on the items of a screen's listing; the same object as long as the screen stands. */
export const useItemActions = (host: ItemHost): ItemActions => {
  const client = useQueryClient();
  const [latest] = useState(() => createStore(host));
  useLayoutEffect(() => latest.set(host), [latest, host]);
  const [actions] = useState(() => createItemActions(client, () => latest.get()));
  return actions;
};
