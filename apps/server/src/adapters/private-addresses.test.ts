import { expect, test } from 'vitest';
import { createAllowedHosts, isPublicAddress } from '#adapters/private-addresses.ts';

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
])('%s is not on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('an operator allows names, addresses and ranges', () => {
  const allowed = createAllowedHosts(['Mail.Internal', '10.0.0.5', '192.168.0.0/16', 'fd00::/8']);
  expect(['mail.internal', 'MAIL.INTERNAL.', 'mail.internal.evil.example'].map(allowed.hasName)).toEqual([
    true,
    true,
    false,
  ]);
  const addresses = ['10.0.0.5', '10.0.0.6', '192.168.7.7', 'fd12::1', 'fe80::1', '::ffff:10.0.0.5'];
  expect(addresses.map(allowed.hasAddress)).toEqual([true, false, true, true, false, true]);
});
