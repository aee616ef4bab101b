import type { ManagedUser } from '@holdall/contract/admin-users';
import { en } from '@holdall/contract/messages/en';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';

interface Call {
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
}

export const id = '0199a0c0-1111-7222-8333-444455556666';

/** A user as the server answers one. */
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

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A page of the administration, with a server that answers as the test says. */
export const openAdminDesk = async (answer: (call: Call) => Response | Promise<Response>) => {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (address.includes('/translations/')) return Response.json(en);
    const call = {
      method,
      address,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    };
    calls.push(call);
    return answer(call);
  });
  await loadMessages('en');
  const change = async (make: () => void): Promise<void> => {
    make();
    await turn();
  };
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(async () => {
    await change(() => root.unmount());
    box.remove();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    box,
    calls,
    change,
    draw: (children: ReactNode) =>
      change(() => root.render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)),
    type: (input: Element | null, text: string) =>
      change(() => {
        if (!(input instanceof HTMLInputElement)) expect.fail('no field');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    /** Waits for what the page becomes. */
    until: (expectation: () => void): Promise<void> => vi.waitFor(expectation, { timeout: 5_000 }),
  };
};
