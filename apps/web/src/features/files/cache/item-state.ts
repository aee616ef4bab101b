import type { QueryClient } from '@tanstack/react-query';
import { versionsKey } from '#shared/api/query-keys.ts';
import type { Entry } from '../entry.ts';
import { withChanged } from '../selection/selection.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { itemQuery } from './files.queries.ts';

/** Updates what is known of a new or changed item besides its rows: its selection, its details, its versions. */
export const itemStateChanged = (client: QueryClient, entry: Entry): void => {
  selectionStore.set((selection) => withChanged(selection, entry.id, () => entry));
  void client.invalidateQueries({ queryKey: itemQuery(entry.id).queryKey, exact: true });
  void client.invalidateQueries({ queryKey: [...versionsKey, entry.id] });
};
