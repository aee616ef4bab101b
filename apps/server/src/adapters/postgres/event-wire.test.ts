import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEvent, writeEvent } from '#adapters/postgres/event-wire.ts';
import { type AppEvent, filesEvent } from '#ports/events.ts';

const id = '018f0000-0000-7000-8000-000000000000';
const key = 'a secret of the installation';
const sender = { from: 'a node', key };
/** As a node would say it. */
const proven = (said: string): string =>
  createHmac('sha256', key).update(said).digest('base64url').slice(0, 22) + said;
const ids = (count: number): string[] => Array.from({ length: count }, () => id);

test.each<[string, AppEvent]>([
  ['files', filesEvent({ ownerId: id, origin: '1.2', containers: [null, id], itemIds: ids(2), tree: true })],
  ['files of no page', filesEvent({ ownerId: id, origin: undefined, removedIds: ids(3), trash: true })],
  ['a session that ended', { kind: 'session-ended', session: 'a' }],
  ['a session that was renewed', { kind: 'session-renewed', session: 'a', renewed: 'b' }],
  ['settings', { kind: 'settings-changed' }],
  ['an account', { kind: 'account-changed', userId: id, origin: undefined }],
  ['a link', { kind: 'link-changed', linkId: id }],
  ['missed events', { kind: 'events-missed' }],
])('a written event is read back: %s', (_name, event) => {
  expect(readEvent(writeEvent(sender, event), key)).toEqual({ from: 'a node', event });
});

test('as many ids as fit are sent, and more are sent as “everything”', () => {
  const event = filesEvent({ ownerId: id, origin: '1.2', containers: ids(1), storage: true });
  for (const count of [1, 100, 180, 190, 200, 201, 100_000]) {
    const written = writeEvent(sender, { ...event, removedIds: ids(count) });
    expect(Buffer.byteLength(written)).toBeLessThan(8_000);
    const heard = readEvent(written, key)?.event;
    const told = heard?.kind === 'files' ? heard : undefined;
    expect(told).toMatchObject({ ownerId: id, origin: '1.2', storage: true, everything: count > 190 });
    expect(told?.removedIds.length).toBe(count > 190 ? 0 : count);
  }
});

test.each(['', 'nonsense', '7', 'null', '{"from":1}', '[]'])('%j is no message of a node', (told) => {
  expect(readEvent(proven(told), key)).toBeUndefined();
});

test.each([{ kind: 'of-another-version' }, { kind: 'link-changed' }, 'text', null])(
  'an event of an unknown kind is ignored: %j',
  (event) => {
    expect(readEvent(proven(JSON.stringify({ from: 'a node', event })), key)).toEqual({
      from: 'a node',
      event: undefined,
    });
  },
);

test('a message without valid proof of its origin is ignored', () => {
  const written = writeEvent(sender, { kind: 'session-renewed', session: 'a', renewed: 'b' });
  expect(readEvent(written, 'another secret')).toBeUndefined();
  expect(readEvent(written.replace('"b"', '"c"'), key)).toBeUndefined();
  expect(readEvent(written.slice(22), key)).toBeUndefined();
});
