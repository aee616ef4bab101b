import { expect, test } from 'vitest';
import { publicAddressOf, readySentence } from './public-address.ts';

test('people reach a server where it listens, or at the address that is configured', () => {
  expect(publicAddressOf({ host: '127.0.0.1' }, 8080)).toBe('http://127.0.0.1:8080');
  expect(publicAddressOf({ host: '::1' }, 8080)).toBe('http://[::1]:8080');
  expect(publicAddressOf({ host: '0.0.0.0', url: 'https://files.example.com' }, 8080)).toBe(
    'https://files.example.com',
  );
});

test('a copy of an installation says where it is itself, beside the address of the one it was made of', () => {
  const here = 'http://127.0.0.1:8744';
  expect(readySentence(undefined, here)).toBe(`Holdall is ready at ${here}`);
  expect(readySentence(here, here)).toBe(`Holdall is ready at ${here}`);
  expect(readySentence('https://files.example.com', here)).toBe(
    `Holdall is ready at https://files.example.com (this server listens at ${here})`,
  );
});
