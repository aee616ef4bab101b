import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { nameError } from '#shared/i18n/error-text.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { alerts } from '#shared/ui/alert.ts';
import { change } from '#shared/testing/page.tsx';
import { useCreateFolder } from './files.mutations.ts';
import { renderHook } from '../testing/render-hook.tsx';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

const general = 'Please try again. If it keeps happening, contact your administrator.';

const refusal = (status: number, code: string, errors?: Record<string, string[]>) => async () =>
  Response.json(
    { type: 'about:blank', title: '', status, code, message: 'From the server.', errors },
    { status },
  );

/** Tries to create a folder. @returns the error of its name. */
const create = async (fetch: () => Promise<Response>) => {
  const created = vi.fn<() => void>();
  vi.stubGlobal('fetch', fetch);
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const { result } = await renderHook(client, () => useCreateFolder(created), undefined);
  await change(() => result.current.mutate({ name: 'New folder', emoji: null, color: null, parentId: null }));
  await change();
  expect(created).not.toHaveBeenCalled();
  return nameError(result.current.error);
};

const taken = 'An item with this name is already here.';

test.each([
  ['a taken name', refusal(409, 'item.name_taken'), [taken, taken]],
  [
    'an impossible name',
    refusal(422, 'request.invalid', { name: ['Too long.'] }),
    ['Too long.', 'Too long.'],
  ],
  ['a depth', refusal(422, 'folder.too_deep'), ['Folders can’t be nested any deeper.']],
  ['a parent', refusal(422, 'item.parent_is_file'), ['Files can’t contain other items.']],
  ['a reason of its own', refusal(409, 'plugin.refused'), ['From the server.']],
  ['no answer', () => Promise.reject(new TypeError('offline')), [general]],
])(
  'a folder that is refused for %s: an alert, and the field where the name is at fault',
  async (_what, fetch, [message, field]) => {
    expect(await create(fetch)).toBe(field);
    expect(alerts.get()).toMatchObject([{ title: 'Oh no, something went wrong', message }]);
  },
);

test('a user who may no longer create folders reads why, and is restricted from then on', async () => {
  const restrictions = { canUpload: true, canDownload: true, canCreateFolder: false, reason: 'Tidying up.' };
  const fetch = vi
    .fn<() => Promise<Response>>(async () => Response.json({ data: { id: 'me', meta: { restrictions } } }))
    .mockImplementationOnce(refusal(403, 'folder.disabled'));
  await create(fetch);
  await eventually(() =>
    expect(alerts.get()).toMatchObject([
      { title: 'Creating folders is temporarily disabled', message: 'Tidying up.' },
    ]),
  );
  expect(fetch).toHaveBeenCalledTimes(2);
});
