import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { createStore } from '#shared/lib/store.ts';
import { createItemActions, type ItemActions, type ItemHost } from './item-actions.ts';

/** Returns the actions on the items of a listing; the same object as long as the screen is mounted. */
export const useItemActions = (host: ItemHost): ItemActions => {
  const client = useQueryClient();
  const [latest] = useState(() => createStore(host));
  useLayoutEffect(() => latest.set(host), [latest, host]);
  const [actions] = useState(() => createItemActions(client, () => latest.get()));
  return actions;
};
