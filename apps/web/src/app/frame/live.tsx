import { useSuspenseQuery } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';
import { useLive } from './use-live.ts';

const load = () => import('../live.ts');

/** Keeps the page up to date with what other tabs, devices and people do in the account. */
export const Live = () => {
  useLive(useSuspenseQuery(userQuery).data.data.id, load);
  return null;
};
