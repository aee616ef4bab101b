import { withQuery } from '#shared/paths/paths.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';

/** Has the listing that is shown scroll to one of its items, select it and give it the focus. */
export const selectListed = (id: string): void =>
  navigate(withQuery(currentLocation(), 'select', id), { replace: true });
