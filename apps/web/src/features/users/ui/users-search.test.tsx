import { en } from '@holdall/contract/messages/en';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAdminDesk } from '../testing/admin-desk.tsx';
import { UsersSearch } from './users-search.tsx';

test('the clear button removes typed text before it is searched', async () => {
  const desk = await openAdminDesk(() => Response.error());
  const onSearch = vi.fn<(search: string) => void>();
  await desk.draw(<UsersSearch search="" onSearch={onSearch} />);
  const field = () => desk.box.querySelector('input');
  await desk.until(() => expect(field()).not.toBeNull());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await desk.type(field(), 'ada');
  await desk.change(() =>
    desk.box.querySelector<HTMLElement>(`button[aria-label="${en['users.empty_action']}"]`)?.click(),
  );
  expect(field()?.value).toBe('');
  vi.runAllTimers();
  expect(onSearch).not.toHaveBeenCalled();
});
