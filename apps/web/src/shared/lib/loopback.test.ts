import { expect, test } from 'vitest';
import { loopbackHostOf } from './loopback.ts';

test.each([
  ['http://localhost:8080', 'localhost'],
  ['http://files.localhost', 'files.localhost'],
  [' http://127.0.0.1:8080/', '127.0.0.1'],
  ['http://[::1]:8080', '[::1]'],
  ['https://files.example.com', undefined],
  ['http://192.168.1.20:8080', undefined],
  ['https://localhost.example.com', undefined],
  ['localhost', undefined],
  ['', undefined],
])('the loopback host of %j is %j', (url, host) => {
  expect(loopbackHostOf(url)).toBe(host);
});
