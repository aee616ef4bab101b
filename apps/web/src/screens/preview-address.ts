import { withQuery } from '#shared/paths/paths.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';

/** Opens a file's preview over the listing that is shown; Back closes it. */
export const openPreview = (id: string): void =>
  navigate(withQuery(currentLocation(), 'preview', id), { over: true });

/** Shows another file in the preview that is open. */
export const turnPreview = (id: string): void =>
  navigate(withQuery(currentLocation(), 'preview', id), { replace: true });

/** Closes the preview: goes back to the listing that it was opened over, or stays where the address led to. */
export const closePreview = (): void => {
  const here = currentLocation();
  if (here.over) history.back();
  else navigate(withQuery(here, 'preview', undefined), { replace: true });
};
