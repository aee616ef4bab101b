import { beforeAll, expect, test } from 'vitest';
import { foundOf } from '#shared/checks/machine-check.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { addressed, probedOf } from './checks.ts';

beforeAll(withMessages);
const unknown = { name: 'https', state: 'warning', reason: 'no_address', facts: {} } as const;
const at = (address: string) => {
  const { origin, protocol, hostname } = new URL(address);
  return { origin, protocol, hostname } as Location;
};

test.each([
  ['https://files.example.com/install', 'ok', 'Public address uses HTTPS'],
  ['http://127.0.0.1:8080/install', 'ok', 'Available on this machine only'],
  ['http://localhost:8080/', 'ok', 'Available on this machine only'],
  ['http://files.lan/', 'recommended', 'Public address doesn’t use HTTPS'],
])('an address that is not set yet is judged by %s', (address, state, title) => {
  expect(foundOf(addressed(unknown, at(address)), 0)).toMatchObject({ state, title });
});

test('the server judges a chosen address', () => {
  const chosen = { ...unknown, reason: 'not_https', facts: { url: 'http://files.example.com' } };
  expect(addressed(chosen, at('https://files.example.com'))).toBe(chosen);
});

test('clocks that differ too much are reported, whatever the server finds', () => {
  const clock = { name: 'clock', state: 'ok', reason: null, facts: {} } as const;
  expect(foundOf(clock, 0.24)).toMatchObject({ state: 'ok', text: 'Off by 0.2 s' });
  expect(foundOf(clock, 90)).toMatchObject({ state: 'recommended', title: 'The clocks differ' });
});

test('a blocked request names the configuration line that fixes it', () => {
  expect(probedOf('request_size', { state: 'ok' }, 32e6)).toEqual({
    name: 'request_size',
    state: 'ok',
    title: 'Large uploads get through',
    text: '32 MB at a time',
  });
  const limited = probedOf('request_size', { state: 'limited', bytes: 1e6 }, 32e6);
  expect(limited).toMatchObject({ state: 'recommended', title: 'Large uploads are blocked' });
  expect(limited.text).toContain('1 MB');
  expect(limited.lines).toContain('client_max_body_size 0;');
  expect(probedOf('request_size', { state: 'limited', bytes: 0 }, 32e6).state).toBe('broken');
  expect(probedOf('websocket', { state: 'failed' }, 1).lines).toContain('proxy_set_header Upgrade');
  expect(probedOf('range', { state: 'failed' }, 1).lines).toContain('proxy_set_header Range $http_range;');
});
