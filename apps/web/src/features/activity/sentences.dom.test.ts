import type { ActivityEntry } from '@holdall/contract/activity';
import { activityKinds } from '@holdall/contract/activity-kinds';
import { beforeEach, expect, test } from 'vitest';
import { text } from '#shared/i18n/messages.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { reasonOf, sentenceOf } from './sentences.ts';

beforeEach(withMessages);

type Attributes = ActivityEntry['attributes'];
const ada = { id: 'ada', name: 'Ada Lindqvist', email: 'ada@example.com' };
const ben = { id: 'ben', name: '', email: 'ben@example.com' };

const entry = (kind: Attributes['kind'], changed: Partial<Attributes> = {}): Attributes => ({
  kind,
  at: '2026-11-20T10:12:00.000Z',
  count: 1,
  last_at: null,
  actor: ada,
  user: ben,
  address: null,
  user_agent: null,
  details: {},
  ...changed,
});
const said = (kind: Attributes['kind'], changed?: Partial<Attributes>) =>
  sentenceOf(text, entry(kind, changed));

test('settings are called by the names on their screen', () => {
  const changed = (details: Attributes['details']) => said('settings.changed', { user: null, details });
  expect([
    changed({ group: 'appearance', name: 'title', from: 'Holdall', to: 'Northlight' }),
    changed({ group: 'appearance', name: 'color', from: 'petrol', to: 'plum' }),
    changed({ group: 'others', name: 'upload_limit', from: 0, to: 5_000_000 }),
    changed({ group: 'others', name: 'registration', from: false, to: true }),
    changed({ group: 'others', name: 'contact_email', from: null, to: 'a@example.com' }),
    changed({ group: 'others', name: 'recaptcha_secret' }),
    changed({ group: 'appearance', name: 'logo', from: false, to: true }),
    changed({ group: 'appearance', name: 'logo', from: true, to: false }),
  ]).toEqual([
    'Ada Lindqvist changed the title from “Holdall” to “Northlight”',
    'Ada Lindqvist changed the accent colour from “Petrol” to “Plum”',
    'Ada Lindqvist changed the upload limit from no limit to 5 MB',
    'Ada Lindqvist changed the registration from off to on',
    'Ada Lindqvist changed the contact email from nothing to “a@example.com”',
    'Ada Lindqvist changed the reCAPTCHA secret key',
    'Ada Lindqvist changed the logo',
    'Ada Lindqvist removed the logo',
  ]);
});

test('sentences about users name them', () => {
  expect([
    said('user.role_changed', { details: { from: 'user', to: 'admin' } }),
    said('user.restricted', { details: { canUpload: false, canDownload: true, canCreateFolder: false } }),
    said('user.restricted', { details: { canUpload: true, canDownload: true, canCreateFolder: true } }),
    said('user.capacity_changed', { details: { from: null, to: 5_000_000_000 } }),
    said('user.capacity_changed', { details: { from: 5_000_000_000, to: 'default' } }),
    said('user.changed', { details: { name: 'last_name', from: 'Okafor', to: 'Lind' } }),
    said('user.changed', { details: { name: 'avatar', to: true } }),
    said('user.changed', { details: { name: 'avatar', to: false } }),
    said('user.deleted', {
      actor: null,
      user: { id: 'x', name: null, email: null },
      details: { name: 'I… O…' },
    }),
    said('user.created', { actor: null }),
  ]).toEqual([
    'Ada Lindqvist made ben@example.com an administrator',
    'Ada Lindqvist restricted ben@example.com: uploading is off, creating folders is off',
    'Ada Lindqvist removed ben@example.com’s restrictions',
    'Ada Lindqvist changed ben@example.com’s storage from no limit to 5 GB',
    'Ada Lindqvist changed ben@example.com’s storage from 5 GB to the default',
    'Ada Lindqvist changed ben@example.com’s last name from “Okafor” to “Lind”',
    'Ada Lindqvist changed ben@example.com’s photo',
    'Ada Lindqvist removed ben@example.com’s photo',
    'I… O… was deleted, along with everything they stored',
    'The server created the account ben@example.com',
  ]);
});

test('sentences about sign-ins include the reason of a failure', () => {
  const failed = entry('session.failed', {
    actor: null,
    user: null,
    details: { reason: 'unknown', email: 'x@y.zz' },
  });
  expect(sentenceOf(text, failed)).toBe('Failed sign-in as x@y.zz, which has no account');
  expect(said('session.failed', { actor: null, user: null })).toBe('Failed sign-in');
  expect(said('session.failed', { actor: null })).toBe('Failed sign-in as ben@example.com');
  expect(said('session.ended', { actor: ben })).toBe('ben@example.com signed out other devices');
  expect(said('session.ended', { actor: ben, details: { count: 1 } })).toBe(
    'ben@example.com signed out a device',
  );
  expect(reasonOf(text, entry('user.suspended', { details: { reason: 'Left the company' } }))).toBe(
    'Reason: Left the company',
  );
});

test('every kind has a sentence without unfilled placeholders', () => {
  for (const kind of Object.values(activityKinds).flat()) {
    const sentence = said(kind, {
      details: { name: 'title', email: 'e@example.com', to: 'admin', kind: 'mail' },
    });
    expect(sentence).not.toMatch(/\{\{|activity\.|does not know/);
  }
});

test('a sentence about ended sharing names a single item that still has a name', () => {
  expect([
    said('share.revoked', { details: { name: 'Plans', count: 1 } }),
    said('share.revoked', { details: { name: '', count: 1 } }),
    said('share.revoked', { details: { name: 'Plans', count: 3 } }),
  ]).toEqual([
    'Ada Lindqvist stopped sharing “Plans”',
    'Ada Lindqvist stopped sharing an item',
    'Ada Lindqvist stopped sharing 3 items',
  ]);
});

test('a kind of a newer server is shown by its name', () => {
  expect(said('share.made' as Attributes['kind'])).toBe('An event this page doesn’t know: share.made');
});
