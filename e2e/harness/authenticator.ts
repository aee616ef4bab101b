/** An authenticator app (RFC 6238: SHA-1, six digits, thirty seconds), made from its standard and from nothing of ours. */
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const period = 30_000;

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32.replaceAll(/[\s=]/g, '').toUpperCase(), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
};

/** The code that the app shows now, or so many steps later. */
export const codeOf = (secret: string, later = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / period) + later));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
};
