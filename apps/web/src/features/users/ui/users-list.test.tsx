import { expect, onTestFinished, test, vi } from 'vitest';
import { managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { usersViewFrom, type UsersView } from '../users-address.ts';
import { UsersList } from './users-list.tsx';

const page = (total: number, offset = 0): Response =>
  Response.json({ data: total === 0 ? [] : [managedUser()], meta: { total, offset, limit: 25 } });

test('the sorted heading shows its direction, and a press reverses it', async () => {
  const desk = await openAdminDesk(() => page(1));
  const views: UsersView[] = [];
  const view = usersViewFrom('?sort=name&dir=ASC');
  await desk.draw(<UsersList view={view} onView={(next) => views.push(next)} />);
  await desk.until(() => expect(desk.box.querySelector('tbody a')?.textContent).toBe('Ada Lindqvist'));
  expect(desk.calls[0]?.address).toContain('sort=name&direction=ASC&offset=0&limit=25');
  const sorted = Array.from(desk.box.querySelectorAll('th[aria-sort]'), (heading) =>
    heading.getAttribute('aria-sort'),
  );
  expect(sorted).toEqual(['ascending', 'none', 'none', 'none', 'none']);
  await desk.change(() => desk.box.querySelector<HTMLElement>('th[aria-sort=ascending] button')?.click());
  expect(views).toEqual([{ ...view, direction: 'DESC' }]);
});

test('typed text reaches the address once typing pauses, and starts at the first page', async () => {
  const desk = await openAdminDesk(() => page(60, 25));
  const onView = vi.fn<(view: UsersView) => void>();
  const view = usersViewFrom('?page=2');
  await desk.draw(<UsersList view={view} onView={onView} />);
  const field = () => desk.box.querySelector('input[type=search]');
  await desk.until(() => expect(field()).not.toBeNull());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pause = (milliseconds: number) => desk.change(() => vi.advanceTimersByTime(milliseconds));
  await desk.type(field(), 'ad');
  await pause(199);
  await desk.type(field(), 'ada');
  await pause(199);
  expect(onView).not.toHaveBeenCalled();
  await pause(1);
  expect(onView).toHaveBeenCalledTimes(1);
  expect(onView.mock.calls[0]?.[0]).toEqual({ ...view, search: 'ada', page: 1 });
});

test('a page beyond the end leads to the last one', async () => {
  const desk = await openAdminDesk(() => page(30, 100));
  const onView = vi.fn<(view: UsersView) => void>();
  await desk.draw(<UsersList view={usersViewFrom('?page=5')} onView={onView} />);
  await desk.until(() => expect(onView.mock.calls[0]?.[0].page).toBe(2));
});

test('an empty result shows the search text', async () => {
  const desk = await openAdminDesk(() => page(0));
  await desk.draw(<UsersList view={usersViewFrom('?search=zz')} onView={() => undefined} />);
  await desk.until(() => expect(desk.box.textContent).toContain('No users match “zz”'));
});
