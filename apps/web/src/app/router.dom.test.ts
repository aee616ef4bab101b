import { expect, test } from 'vitest';
import { paramsOf } from './route-params.ts';
import { routeFor } from './router.tsx';

test.each([
  ['/', 'sign-in', {}],
  ['/platform/files', 'files', { id: undefined }],
  ['/platform/files/', 'files', { id: undefined }],
  ['/platform/files/0199-a', 'files', { id: '0199-a' }],
  ['/platform/files/%E0%A4%A', 'files', { id: '%E0%A4%A' }],
  ['/platform/files/a/b', 'others', {}],
  ['/platform', 'others', {}],
  ['/user/profile', 'sections', {}],
  ['/admin/user/1/details', 'sections', {}],
  ['/users', 'others', {}],
  ['/administration', 'others', {}],
  ['/admin', 'sections', {}],
  ['/user/', 'sections', {}],
  ['/user/settings', 'sections', {}],
])('%s leads to %s', (path, name, params) => {
  const route = routeFor(path);
  expect(route.name).toBe(name);
  expect(paramsOf(route, path)).toEqual(params);
});

test('only the ways in and what is not there can be seen by everybody', () => {
  expect(routeFor('/admin/users').requiresAuth).toBe(true);
  expect(routeFor('/forgotten-password').requiresAuth).toBe(false);
  expect(routeFor('/platform/files').requiresAuth).toBe(true);
  expect(routeFor('/').requiresAuth).toBe(false);
});
