import { expect, test } from 'vitest';
import { managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { usersViewFrom } from '../users-address.ts';
import { UsersRows } from './users-list.tsx';
import { UsersTable } from './users-table.tsx';

test('a user without a name is called by the email, which appears once', async () => {
  const desk = await openAdminDesk(() => Response.json({ data: [], meta: {} }));
  const ada = managedUser();
  const users = [
    ada,
    { ...ada, id: 'nameless', attributes: { ...ada.attributes, name: '', email: 'eve@example.com' } },
  ];
  const times = (text: string): number => (desk.box.textContent ?? '').split(text).length - 1;
  await desk.draw(<UsersTable users={users} view={usersViewFrom('')} onSort={() => undefined} />);
  expect([times(ada.attributes.email), times('eve@example.com')]).toEqual([1, 1]);
  await desk.draw(<UsersRows users={users} />);
  expect([times(ada.attributes.email), times('eve@example.com')]).toEqual([1, 1]);
});
