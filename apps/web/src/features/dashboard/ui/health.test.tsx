import { en } from '@holdall/contract/messages/en';
import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import type { Dashboard } from '../dashboard.queries.ts';
import { HealthCard } from './health-card.tsx';
import { HealthWarnings } from './health-warnings.tsx';

beforeAll(withMessages);

const nothing = { place: null, cause: null };
const at = '2026-11-20T10:00:00.000Z';
const health: Dashboard['health'] = [
  { part: 'database', state: 'ok', reason: null, code: null, ...nothing },
  { part: 'mail', state: 'warning', reason: 'As the server says it.', code: 'mail.folder', ...nothing },
];
const whole: Dashboard['integrity'] = { verified_at: null, unread: 0, damaged: 0, progress: null };
const open = async (
  verification: Dashboard['verification'],
  parts = health,
  { integrity = whole, warnings = [] }: Partial<Pick<Dashboard, 'integrity' | 'warnings'>> = {},
) => {
  const { box, draw } = openPlace();
  await draw(
    <>
      <HealthWarnings health={parts} {...{ verification, integrity, warnings }} />
      <HealthCard health={parts} {...{ verification, integrity }} version="1.2.3" />
    </>,
  );
  return {
    warnings: [...box.querySelectorAll('.health-warnings li')].map((line) => [
      line.querySelector('b')?.textContent,
      line.querySelector('a')?.getAttribute('href'),
    ]),
    said: Array.from(box.querySelectorAll('.health-warnings b + span'), ({ textContent }) => textContent),
    last: box.querySelector('.health-parts li:last-child'),
    files: box.querySelector('.health-parts li:nth-last-child(2)'),
  };
};

test('an examination with findings comes before warnings and links to its report', async () => {
  const { warnings, last } = await open({ at, sound: false });
  expect(warnings).toEqual([
    ['Last installation check', '/admin/settings/server'],
    ['Email', '/admin/settings/environment'],
  ]);
  expect(last?.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('Problems found');
  expect(last?.textContent).toContain('20 Nov 2026');
});

test('an examination without findings shows its date, and a missing one is stated', async () => {
  const sound = await open({ at, sound: true }, []);
  expect([sound.warnings, sound.last?.getAttribute('data-state')]).toEqual([[], 'ok']);
  const none = await open(null, []);
  expect([none.warnings, none.last?.textContent]).toEqual([[], 'Last installation checkNever']);
});

test('a warning shows by its code, and an unknown one by the server’s text', async () => {
  const { said } = await open(null, [
    ...health,
    {
      part: 'jobs',
      state: 'failed',
      reason: 'As the server says it.',
      code: 'jobs.of_another_version',
      ...nothing,
    },
  ]);
  expect(said).toEqual(['As the server says it.', en['health.mail.folder']]);
});

test('object storage shows its name and its fault', async () => {
  const { said } = await open(null, [
    {
      part: 'blobs',
      state: 'failed',
      reason: 'As the server says it.',
      code: 'blobs.store',
      place: 's3.example.com/files',
      cause: 'object_storage.timeout',
    },
  ]);
  expect(said).toEqual([
    `Files can’t be stored or read in the object storage s3.example.com/files. ${en['errors.object_storage.timeout']}`,
  ]);
});

test('damaged files show the date of the last verification and link to their list', async () => {
  const { warnings, files } = await open(null, [], { integrity: { ...whole, verified_at: at, damaged: 2 } });
  expect(warnings).toEqual([['File integrity', '/admin/settings/server']]);
  expect([files?.getAttribute('data-state'), files?.textContent]).toEqual([
    'failed',
    'File integrityLast fully verified 20 Nov 2026, 10:00 · 2 damaged',
  ]);
});

test('warnings that no part shows are notices with their values and a link', async () => {
  const warnings: Dashboard['warnings'] = [
    { code: 'disk_days', since: at, facts: { server: 'files1', free: 2_500_000_000, days: 3 } },
    { code: 'jobs', since: at, facts: { count: 2 } },
    { code: 'backup_failed', since: at, facts: { date: at, reason: 'ENOSPC: no space left' } },
  ];
  const shown = await open(null, [], { warnings });
  expect(shown.warnings).toEqual([
    ['The last backup failed', '/admin/settings/server/backups'],
    ['The disk is filling up', undefined],
  ]);
  expect(shown.said[0]).toContain('20 Nov 2026');
  expect(shown.said[0]).toContain('ENOSPC: no space left. Check the backup folder');
  expect(shown.said[1]).toContain('files1 has 2.5 GB left. Days until it’s full at the current rate: 3.');
});
