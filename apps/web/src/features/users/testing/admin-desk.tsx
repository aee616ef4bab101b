import type { ManagedUser } from '@holdall/contract/admin-users';
import { QueryClient } from '@tanstack/react-query';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openPlace, turn, write } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';

export const id = '0199a0c0-1111-7222-8333-444455556666';

/** Returns a user as the server answers one. */
export const managedUser = (changed: Partial<ManagedUser['meta']> = {}): ManagedUser => ({
  id,
  type: 'user',
  attributes: {
    name: 'Ada Lindqvist',
    email: 'ada@example.com',
    role: 'user',
    avatar: null,
    color: '#006671',
    two_factor_confirmed_at: null,
    status: 'active',
    created_at: '2026-11-18T10:00:00.000Z',
    first_name: 'Ada',
    last_name: 'Lindqvist',
    country: null,
    timezone: null,
    suspended_reason: null,
    last_seen_at: null,
  },
  meta: {
    storage: { used: 0, capacity: null, given: 'default', own_capacity: false, percentage: 0 },
    items: { files: 0, folders: 0 },
    restrictions: { canUpload: true, canDownload: true, canCreateFolder: true, reason: null },
    deleting: false,
    sessions: 0,
    ...changed,
  },
});

/** Runs an action and waits for its effects to be drawn, as in a browser. */
const change = async (make: () => unknown = () => undefined): Promise<void> => {
  await make();
  await turn();
};

/** Opens a page of the administration with a scripted server. */
export const openAdminDesk = async (answer: Parameters<typeof openServer>[0]) => {
  const calls = openServer(answer);
  await loadMessages('en');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    ...openPlace(client, change),
    calls,
    change,
    type: (input: Element | null, text: string) => change(() => write(input, text)),
    /** Waits for an expectation about the page. */
    until: (expectation: () => void): Promise<void> => eventually(expectation),
  };
};
