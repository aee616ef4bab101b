import { expect, test } from 'vitest';
import { isLoopbackHost } from '#lib/http/loopback.ts';

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each(['127.evil.example', '127.0.0.1.nip.io', 'localhost.example', '0.0.0.0', '::', '10.0.0.1', ''])(
  '%j may be another machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
