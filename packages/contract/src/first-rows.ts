import { folderFields, orderFrom, pageSize } from './listing-order.ts';
import { pages } from './pages.ts';

/** A folder's page, or the top's; other ids than the server's own are none. */
const folderPage = new RegExp(`^${pages.files}(?:/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}))?/?$`);

/**
 * Returns the first request of a folder's page, to the letter, so that the page's head can send it ahead.
 *
 * @param path of the page
 * @param search of its address, which says the order
 * @returns undefined where the page is no folder's
 */
export const firstRowsAddress = (path: string, search: string): string | undefined => {
  const found = folderPage.exec(path);
  if (found === null) return undefined;
  const { field, direction } = orderFrom(search, folderFields);
  return `/api/browse/folders/${found[1] ?? 'root'}?direction=${direction}&offset=0&limit=${pageSize}&sort=${field}`;
};
