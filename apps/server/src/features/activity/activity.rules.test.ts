import { activityKinds } from '@holdall/contract/activity-kinds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindsOf, rowOf, spanOf } from './activity.rules.ts';
import { factsOf, type NewActivity } from './activity.types.ts';

const nobody = { actorId: null, userId: null } as const;
const detailsOf = (entry: NewActivity): unknown => JSON.parse(rowOf(entry).details);

test('every kind of the contract has a list of facts, and none of them names a secret', () => {
  expect(Object.keys(factsOf).toSorted()).toEqual(Object.values(activityKinds).flat().toSorted());
  for (const name of Object.values(factsOf).flat())
    expect(name).not.toMatch(/password|secret|token|hash|code/i);
});

test('facts that the kind does not have are dropped', () => {
  const wide = {
    name: 'laptop',
    scope: 'read',
    token: 'hold_abc',
    password: 'hunter2',
    __proto__: { left: 1 },
  };
  expect(detailsOf({ ...nobody, kind: 'account.token_created', details: wide })).toEqual({
    name: 'laptop',
    scope: 'read',
  });
  expect(detailsOf({ ...nobody, kind: 'session.signed_out' })).toEqual({});
});

test.each(['recaptcha_secret', 'smtp_password', 'licence.privateKey', 'metrics_token'])(
  'an entry for the setting %s omits its old and new value',
  (name) => {
    const details = { group: 'others', name, from: 'old', to: 'new' };
    expect(detailsOf({ ...nobody, kind: 'settings.changed', details })).toEqual({ group: 'others', name });
    expect(
      detailsOf({ ...nobody, kind: 'settings.changed', details: { ...details, name: 'title' } }),
    ).toEqual({
      ...details,
      name: 'title',
    });
  },
);

const [address, shorter] = ['ada.lovelace@example.com', 'a…@example.com'];
const person = { name: 'Ada Lovelace', email: address };
const nameless = { name: 'A… L…', email: shorter };
test.each<[NewActivity, unknown]>([
  [
    { ...nobody, kind: 'session.failed', details: { reason: 'unknown_address', email: address } },
    { reason: 'unknown_address', email: shorter },
  ],
  [
    { ...nobody, kind: 'account.email_changed', details: { from: address, to: address } },
    { from: shorter, to: shorter },
  ],
  [
    { ...nobody, kind: 'user.changed', details: { name: 'email', from: address, to: address } },
    { name: 'email', from: shorter, to: shorter },
  ],
  [
    { ...nobody, kind: 'user.changed', details: { name: 'first_name', from: 'Ada Anne', to: 'Zoë' } },
    { name: 'first_name', from: 'A… A…', to: 'Z…' },
  ],
  [
    { ...nobody, kind: 'user.changed', details: { name: 'last_name', from: '', to: 'Lovelace' } },
    { name: 'last_name', from: '', to: 'L…' },
  ],
  [
    { ...nobody, kind: 'user.changed', details: { name: 'country', from: 'Malta', to: 'Chile' } },
    { name: 'country', from: 'Malta', to: 'Chile' },
  ],
  [{ ...nobody, kind: 'user.deletion_begun', details: person }, nameless],
  [
    { ...nobody, kind: 'user.deleted', details: { ...person, files: 3 } },
    { ...nameless, files: 3 },
  ],
  [{ ...nobody, kind: 'account.token_created', details: { name: 'old laptop' } }, { name: 'old laptop' }],
])('an entry for %j keeps only facts that do not identify the user', (entry, kept) => {
  expect(detailsOf(entry)).toEqual(kept);
});

const withEmail = Object.entries(factsOf).filter(([, facts]) => facts.some((fact) => fact === 'email'));
test.each(withEmail)('an entry of kind %s contains no complete email', (kind) => {
  const entry = { ...nobody, kind, details: { email: address } } as NewActivity;
  expect(detailsOf(entry)).toEqual({ email: shorter });
});

test('texts are shortened to one line each', () => {
  const evil = 'a\r\nSet-Cookie: x\u0000\u001b[31m\u202egnp.exe\u2028\u0085\ufeff\ud800';
  const row = rowOf({
    ...nobody,
    kind: 'session.failed',
    address: '203.0.113.7\n',
    userAgent: evil,
    details: { reason: evil },
  });
  expect(row.user_agent).toBe(
    'a\ufffd\ufffdSet-Cookie: x\ufffd\ufffd[31m\ufffdgnp.exe\ufffd\ufffd\ufffd\ufffd',
  );
  expect(row.address).toBe('203.0.113.7\ufffd');
  expect(JSON.parse(row.details)).toEqual({ reason: row.user_agent });
  // Families are joined by invisible characters, and stay intact.
  const family = '👨‍👩‍👧';
  expect(rowOf({ ...nobody, kind: 'session.signed_in', userAgent: family }).user_agent).toBe(family);
  expect(rowOf({ ...nobody, kind: 'session.signed_in', userAgent: '' }).user_agent).toBeNull();
});

test('no text breaks a line, grows long, or is invalid Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const row = rowOf({ ...nobody, kind: 'user.suspended', userAgent: text, details: { reason: text } });
      for (const kept of [row.user_agent ?? '', row.details]) {
        expect(kept).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept.length).toBeLessThan(1_000);
      }
    }),
  );
});

test('a kind outside the requested group finds nothing', () => {
  expect(kindsOf({ group: 'session' })).toEqual(activityKinds.session);
  expect(kindsOf({ group: 'session', kind: 'session.failed' })).toEqual(['session.failed']);
  expect(kindsOf({ group: 'admin', kind: 'session.failed' })).toEqual([]);
  expect(kindsOf({})).toBeUndefined();
});

test('a filter includes its start time and excludes its end time', () => {
  expect(spanOf({ from: '2024-02-28T23:00:00.000Z', to: '2024-02-29T23:00:00.000Z' })).toEqual({
    start: Date.UTC(2024, 1, 28, 23),
    end: Date.UTC(2024, 1, 29, 23),
  });
  expect(spanOf({})).toEqual({});
});
