import { expect, test } from 'vitest';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';

test('a hundred hashes wait; who comes then is told to come again, whatever is asked for', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const known = await hasher.hash('correct horse battery');
  const waiting = Array.from({ length: 102 }, () => hasher.verify(known, 'a guess'));
  const refused = { code: 'server.unavailable', status: 503, details: { retryAfter: 10 } };
  await expect(hasher.verify(known, 'correct horse battery')).rejects.toMatchObject(refused);
  await expect(hasher.hash('another one')).rejects.toMatchObject(refused);
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 102 }, () => false));
  // The room is empty again.
  expect(await hasher.verify(known, 'correct horse battery')).toBe(true);
});

test('a decoy differs from a hash in its random bytes alone, and no password fits it', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const shapeOf = (hash: string) =>
    hash.replaceAll(/[^$]+/g, (field) =>
      /^[A-Za-z0-9+/]{20,}$/.test(field) ? `${field.length} random` : field,
    );
  expect(shapeOf(hasher.decoy())).toBe(shapeOf(await hasher.hash('correct horse battery')));
  expect(hasher.decoy()).not.toBe(hasher.decoy());
  expect(await hasher.verify(hasher.decoy(), 'correct horse battery')).toBe(false);
});
