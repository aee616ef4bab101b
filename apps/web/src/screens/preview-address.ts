import { withQuery } from '#shared/paths/paths.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';

/** Opens a file's preview over the listing that is shown; Back closes it. */
export const openPreview = (id: string): void =>
  navigate(withQuery(currentLocation(), 'preview', id), { over: true });

/** Returns the current address for the current content of the file that it shows. */
const withoutVersion = () => {
  const { pathname, search } = currentLocation();
  const query = new URLSearchParams(search);
  query.delete('version');
  query.delete('compare');
  return { pathname, search: query.size > 0 ? `?${query}` : '' };
};

/** Shows another file in the preview that is open. */
export const turnPreview = (id: string): void =>
  navigate(withQuery(withoutVersion(), 'preview', id), { replace: true });

/** Opens a text in the editor, over whatever is shown; Back closes it. */
export const openEditor = (id: string): void =>
  navigate(withQuery(withoutVersion(), 'edit', id), { over: true });

/** Edits another file in the editor that is open. */
export const turnEditor = (id: string): void =>
  navigate(withQuery(currentLocation(), 'edit', id), { replace: true });

/** Closes the editor: goes back to where it was opened, or stays where the address led to. */
export const closeEditor = (): void => {
  const here = currentLocation();
  if (here.over) history.back();
  else navigate(withQuery(here, 'edit', undefined), { replace: true });
};

interface VersionAddress {
  readonly itemId: string;
  readonly versionId: string;
  /** True to compare it with the current content. */
  readonly compare?: boolean;
}

/** Shows an earlier version of a file, in the preview that is open or in a new one. */
export const openVersion = ({ itemId, versionId, compare = false }: VersionAddress): void => {
  const { pathname, search } = withoutVersion();
  const query = new URLSearchParams(search);
  const isOpen = query.has('preview');
  query.set('preview', itemId);
  query.set('version', versionId);
  if (compare) query.set('compare', '1');
  navigate(`${pathname}?${query}`, isOpen ? { replace: true } : { over: true });
};

/** Shows the current content, whichever version the address names. */
export const closeVersion = (): void => {
  const { pathname, search } = withoutVersion();
  navigate(`${pathname}${search}`, { replace: true });
};

/** Shows the current content, where the preview shows this version of it. */
export const showCurrentContent = (versionId: string): void => {
  if (new URLSearchParams(currentLocation().search).get('version') !== versionId) return;
  closeVersion();
};

/** Closes the preview: goes back to the listing that it was opened over, or stays where the address led to. */
export const closePreview = (): void => {
  const here = currentLocation();
  if (here.over) history.back();
  else navigate(withQuery(withoutVersion(), 'preview', undefined), { replace: true });
};
