import { expect, test } from 'vitest';
import { originsOf, publicAddressOf, readySentence } from './public-address.ts';

test('a server is reached where it listens, or at the configured address', () => {
  expect(publicAddressOf({ host: '127.0.0.1' }, 8080)).toBe('http://127.0.0.1:8080');
  expect(publicAddressOf({ host: '::1' }, 8080)).toBe('http://[::1]:8080');
  expect(publicAddressOf({ host: '0.0.0.0', url: 'https://files.example.com' }, 8080)).toBe(
    'https://files.example.com',
  );
});

test('a server that listens on every address is reached from other machines by one of them', () => {
  const loopback = { address: '127.0.0.1', family: 'IPv4', internal: true };
  const local = { address: 'fe80::1', family: 'IPv6', internal: false };
  const six = { address: '2001:db8::5', family: 'IPv6', internal: false };
  const four = { address: '192.168.1.5', family: 'IPv4', internal: false };
  const of = (host: string, addresses: (typeof four)[], url?: string) =>
    originsOf({ host, url }, 8080, { addresses, hostname: 'files' });
  const here = 'http://localhost:8080';
  expect(of('0.0.0.0', [loopback, local, six, four])).toEqual([here, 'http://192.168.1.5:8080']);
  expect(of('::', [loopback, local, six, four])).toEqual([here, 'http://192.168.1.5:8080']);
  expect(of('::', [loopback, local, six])).toEqual([here, 'http://[2001:db8::5]:8080']);
  // IPv4 alone is listened at.
  expect(of('0.0.0.0', [loopback, six])).toEqual([here, 'http://files:8080']);
  expect(of('::', [loopback, local])).toEqual([here, 'http://files:8080']);
  expect(of('127.0.0.1', [loopback, four])).toEqual(['http://127.0.0.1:8080']);
  expect(of('0.0.0.0', [four], 'https://files.example.com')).toEqual(['https://files.example.com']);
});

test('a copy of an installation reports its own address beside that of the original', () => {
  const here = 'http://127.0.0.1:8744';
  expect(readySentence(undefined, here)).toBe(`Holdall is ready at ${here}`);
  expect(readySentence(here, here)).toBe(`Holdall is ready at ${here}`);
  expect(readySentence('https://files.example.com', here)).toBe(
    `Holdall is ready at https://files.example.com (this server listens at ${here})`,
  );
});
