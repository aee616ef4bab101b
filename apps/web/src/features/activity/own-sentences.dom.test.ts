import type { ActivityEntry } from '@holdall/contract/activity';
import { activityKinds } from '@holdall/contract/activity-kinds';
import { beforeAll, expect, test } from 'vitest';
import { text } from '#shared/i18n/messages.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { ownSentenceOf } from './own-sentences.ts';

beforeAll(withMessages);

type Attributes = ActivityEntry['attributes'];
const mara = { id: 'mara', name: 'Mara', email: 'mara@x.cz' };
const ilse = { id: 'ilse', name: 'Ilse', email: 'ilse@x.cz' };
const told = (entry: Pick<Attributes, 'kind'> & Partial<Attributes>): string =>
  ownSentenceOf('mara')(text, {
    at: '2026-11-20T10:00:00.000Z',
    count: 1,
    last_at: null,
    actor: mara,
    user: mara,
    address: null,
    user_agent: null,
    details: {},
    ...entry,
  });

test('the user’s own actions are told as such', () => {
  expect(told({ kind: 'session.signed_in' })).toBe('You signed in');
  expect(told({ kind: 'account.token_created', details: { name: 'Backup' } })).toBe(
    'You created the access token “Backup”',
  );
});

test('a failure names no actor', () => {
  expect(told({ kind: 'session.failed', actor: null })).toBe('Failed attempt to sign in to your account');
});

test('one device that was signed out is told in the singular', () => {
  const kind = 'session.ended';
  expect(told({ kind, details: { count: 1 } })).toBe('You signed out a device');
  expect(told({ kind, details: { count: 2 } })).toBe('You signed out other devices');
});

test('actions between the user and others name the others', () => {
  expect(told({ kind: 'user.suspended', actor: ilse })).toContain('Ilse');
  expect(told({ kind: 'user.suspended', user: ilse })).toContain('Ilse');
  expect(told({ kind: 'session.ended', actor: ilse })).not.toContain('You');
});

test.each([...activityKinds.session, ...activityKinds.account])('kind %s has its own sentence', (kind) => {
  expect(told({ kind, details: { name: 'n', from: 'a@x.cz', to: 'b@x.cz' } })).toMatch(/\b[Yy]ou/);
});
