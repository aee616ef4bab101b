import { expect, test } from 'vitest';
import { publicAddressOf } from '#config/public-address.ts';

test.each([
  [{ url: 'https://files.example.com', host: '0.0.0.0' }, 'https://files.example.com'],
  [{ url: undefined, host: '127.0.0.1' }, 'http://127.0.0.1:8080'],
  [{ url: undefined, host: '::1' }, 'http://[::1]:8080'],
  [{ url: undefined, host: '0.0.0.0' }, 'http://localhost:8080'],
  [{ url: undefined, host: '::' }, 'http://localhost:8080'],
])('%o is reached at %s', (config, address) => {
  expect(publicAddressOf(config, 8080)).toBe(address);
});
