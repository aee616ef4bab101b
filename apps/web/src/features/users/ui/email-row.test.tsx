import { expect, onTestFinished, test } from 'vitest';
import { identify, markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { id, managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { EmailRow } from './email-row.tsx';

const openAs = async (signedIn: string) => {
  markAuthorized();
  identify(signedIn);
  onTestFinished(markUnauthorized);
  const desk = await openAdminDesk(() => Response.json({ data: managedUser() }));
  await desk.draw(<EmailRow user={managedUser()} />);
  await desk.until(() => expect(desk.box.querySelector('.card-row')).not.toBeNull());
  return desk.box;
};

test('the administrator’s own email is read-only, with a link to where it is changed', async () => {
  const box = await openAs(id);
  expect(box.querySelector('input')).toBeNull();
  expect(box.textContent).toContain('ada@example.com');
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/user/profile');
});

test('another user’s email is changed here', async () => {
  const box = await openAs('0199a0c0-1111-7222-8333-444455557777');
  expect(box.querySelector('input')?.value).toBe('ada@example.com');
  expect(box.querySelector('a')).toBeNull();
});
