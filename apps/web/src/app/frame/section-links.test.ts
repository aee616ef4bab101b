import { isPage } from '@holdall/contract/pages';
import { expect, test } from 'vitest';
import { adminPaths, authPaths, userPaths } from '#shared/paths/section-paths.ts';
import { adminLinks, currentLink, userLinks } from './section-links.ts';

const links = [...userLinks, ...adminLinks];
const active = (pathname: string) =>
  links.flatMap((link) => {
    const current = currentLink(link, pathname);
    return current === undefined ? [] : [`${link.label} ${current}`];
  });

test.each([
  [userPaths.profile(), 'profile.title page'],
  [userPaths.password(), 'security.title page'],
  [`${userPaths.storage()}/`, 'storage.title true'],
  [adminPaths.dashboard(), 'dashboard.title page'],
  [adminPaths.users(), 'users.title page'],
  [adminPaths.createUser(), 'users.title true'],
  [adminPaths.user('1', 'password'), 'users.title true'],
  [adminPaths.user('1', 'storage'), 'users.title true'],
  [adminPaths.settings('others'), 'settings.title true'],
])('%s belongs to one link alone', (pathname, expected) => expect(active(pathname)).toEqual([expected]));

test('the server answers every address of the sections with the page', () => {
  const addresses = [
    ...links.map(({ to }) => to),
    adminPaths.createUser(),
    ...(['details', 'storage', 'password', 'delete'] as const).map((tab) => adminPaths.user('0199-a', tab)),
    adminPaths.settings('others'),
    ...Object.values(authPaths).map((path) => path()),
    '/admin/user/0199-a',
    '/admin/settings',
    '/create-new-password',
    '/confirm-email',
  ];
  expect(addresses.filter((address) => !isPage(address))).toEqual([]);
});
