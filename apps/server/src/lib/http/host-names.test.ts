import { expect, test } from 'vitest';
import { isPrivateName, plainHost } from '#lib/http/host-names.ts';

test.each([
  'localhost',
  '127.0.0.1',
  '203.0.113.7',
  '[2001:db8::1]',
  'holdall',
  'app1',
  'NAS.local',
  'files.lan',
  'files.home.arpa.',
  'a.b.internal',
])('%s is a name under which no outsider can serve a page', (host) => {
  expect(isPrivateName(plainHost(host))).toBe(true);
});

test.each([
  'evil.example',
  'files.example.com',
  'local.example',
  'notlocal.com',
  '127.0.0.1.nip.io',
  '1.2.3',
])('%s may be a public name', (host) => {
  expect(isPrivateName(plainHost(host))).toBe(false);
});
