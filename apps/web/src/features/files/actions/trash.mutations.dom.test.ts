import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { markAuthorized, markUnauthorized, session } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import { change } from '#shared/testing/page.tsx';
import { renderHook } from '../testing/render-hook.tsx';
import { useEmptyTrash } from './trash.mutations.ts';

test.each([
  [401, 0, 1],
  [403, 1, 0],
])(
  'emptying the trash: an answer of %i tells %i times of it and ends %i sessions',
  async (status, toastCount, ended) => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'x', message: '' }, { status }));
    toasts.set([]);
    markAuthorized();
    const before = session.get().ended;
    const closed = vi.fn<() => void>();
    const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
    const { result } = await renderHook(client, () => useEmptyTrash(closed), undefined);
    await change(() => result.current.mutate());
    await change();
    expect(closed).toHaveBeenCalledOnce();
    expect(toasts.get()).toHaveLength(toastCount);
    expect(session.get().ended - before).toBe(ended);
    markUnauthorized();
  },
);
