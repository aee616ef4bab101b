import { expect, test } from 'vitest';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';

const refused = { code: 'server.unavailable', status: 503, details: { retryAfter: 10 } };
const wrong = (count: number) => Array.from({ length: count }, () => false);

test('a hundred hashes wait; a further one is refused with a time to retry', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const known = await hasher.hash('correct horse battery');
  const waiting = Array.from({ length: 102 }, () => hasher.verify(known, 'a guess'));
  await expect(hasher.verify(known, 'correct horse battery')).rejects.toMatchObject(refused);
  await expect(hasher.hash('another one')).rejects.toMatchObject(refused);
  expect(await Promise.all(waiting)).toEqual(wrong(102));
  // The queue is empty again.
  expect(await hasher.verify(known, 'correct horse battery')).toBe(true);
});

test('passwords of links wait in a queue of their own, and a sign-in does not wait for them', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const known = await hasher.hash('correct horse battery');
  let linksDone = 0;
  const links = Array.from({ length: 51 }, async () => {
    const matches = await hasher.verify(known, 'a guess', 'link');
    linksDone += 1;
    return matches;
  });
  await expect(hasher.verify(known, 'a guess', 'link')).rejects.toMatchObject(refused);
  await expect(hasher.hash('harbour', 'link')).rejects.toMatchObject(refused);
  expect(await hasher.verify(known, 'correct horse battery')).toBe(true);
  expect(linksDone).toBeLessThan(10);
  expect(await Promise.all(links)).toEqual(wrong(51));
});

test('passwords of links are not starved by sign-ins', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const known = await hasher.hash('correct horse battery');
  let signInsDone = 0;
  const signIns = Array.from({ length: 100 }, async () => {
    const matches = await hasher.verify(known, 'a guess');
    signInsDone += 1;
    return matches;
  });
  expect(await hasher.verify(known, 'correct horse battery', 'link')).toBe(true);
  expect(signInsDone).toBeLessThan(10);
  expect(await Promise.all(signIns)).toEqual(wrong(100));
});

test('a decoy differs from a hash in its random bytes alone, and no password matches it', async () => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const shapeOf = (hash: string) =>
    hash.replaceAll(/[^$]+/g, (field) =>
      /^[A-Za-z0-9+/]{20,}$/.test(field) ? `${field.length} random` : field,
    );
  expect(shapeOf(hasher.decoy())).toBe(shapeOf(await hasher.hash('correct horse battery')));
  expect(hasher.decoy()).not.toBe(hasher.decoy());
  expect(await hasher.verify(hasher.decoy(), 'correct horse battery')).toBe(false);
});
