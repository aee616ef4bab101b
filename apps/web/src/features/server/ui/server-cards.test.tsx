import { beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import { toasts } from '#shared/ui/toast.ts';
import { openCard } from '../testing/open-card.tsx';
import type { Backups } from '../backups.queries.ts';
import type { Checked, Report } from '../doctor.queries.ts';
import type { ServerState } from '../server.queries.ts';
import { BackupsCard } from './backups-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { LogsCard } from './logs-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { ServerCard } from './server-card.tsx';

beforeEach(async () => {
  toasts.set([]);
  await withMessages();
});

const at = '2026-11-20T10:00:00.000Z';
const nothing = new Response(null, { status: 204 });

const backup = (id: string, more: Partial<Backups['data'][number]['attributes']> = {}) => ({
  id,
  type: 'backup',
  attributes: {
    created_at: at,
    version: '1.2.3',
    database: 'sqlite',
    files: 1200,
    bytes: 5_000_000,
    damaged: 0,
    encrypted: false,
    verified: null,
    ...more,
  },
});
const meta: Backups['meta'] = {
  total: 2,
  offset: 0,
  limit: 10,
  node: 'files-1',
  folder: '/var/lib/holdall/backups',
  free: 8_000_000_000,
  encrypted_to: null,
  coming: false,
  verifying: [],
  failed: null,
};

test('backups show their content and verification; more are loaded on demand', async () => {
  const page = await openCard(<BackupsCard />, ({ address }) => ({
    data: [
      backup('first', { verified: { at, sound: true, faults: 0 } }),
      backup('second', { encrypted: true, damaged: 2, verified: { at, sound: false, faults: 3 } }),
    ],
    meta: {
      ...meta,
      total: 30,
      limit: Number(new URL(address, 'http://localhost').searchParams.get('limit')),
    },
  }));
  const rows = [...page.box.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows[0]).toContain('1,200 files · 5 MB · version 1.2.3');
  expect(rows.map((text) => text.includes('encrypted'))).toEqual([false, true]);
  expect(rows[0]).toContain('Verified 20 Nov 2026');
  expect(rows[1]).toContain('2 files were already damaged and aren’t included');
  expect(rows[1]).toContain('3 problems on 20 Nov 2026');
  expect(page.box.textContent).toContain('In /var/lib/holdall/backups on files-1, 8 GB free.');
  expect(page.box.textContent).toContain('holdall restore');
  await page.press('Show more');
  expect(page.calls.at(-1)?.address).toContain('limit=20');
});

test.each([
  [null, 'New backups aren’t encrypted. “holdall backup-key” creates a key for that.'],
  ['age1abc', 'New backups are encrypted to age1abc.'],
])('the card shows that the next backup is encrypted to %s', async (key, sentence) => {
  const page = await openCard(<BackupsCard />, () => ({ data: [], meta: { ...meta, encrypted_to: key } }));
  expect(page.box.textContent).toContain(sentence);
});

test('a backup is created and verified in the background; a failure shows its reason', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let now: Partial<Backups['meta']> = { failed: { at, reason: 'The disk is full.' } };
  const page = await openCard(<BackupsCard />, ({ method }) =>
    method === 'GET' ? { data: [backup('first')], meta: { ...meta, ...now } } : nothing,
  );
  expect(page.box.textContent).toContain('failed: The disk is full.');
  now = { coming: true, verifying: ['first'] };
  await page.press('Back up now');
  await change();
  expect(page.box.textContent).toContain('Backing up…');
  expect(page.box.textContent).toContain('Verifying…');
  expect(page.button('Back up now')?.getAttribute('aria-disabled')).toBe('true');
  expect(toasts.get()).toMatchObject([{ type: 'success', message: 'Backup started' }]);
  now = {};
  await change(() => vi.advanceTimersByTimeAsync(2_000));
  await change();
  vi.useRealTimers();
  expect(page.box.textContent).not.toContain('Backing up');
  await page.press([...page.box.querySelectorAll('li button')][0]?.getAttribute('aria-label') ?? '');
  expect(page.changes()).toEqual([
    ['/api/admin/server/backups', undefined],
    ['/api/admin/server/backups/first/verify', undefined],
  ]);
});

const checked = (check: Checked['check'], more: Partial<Checked> = {}): Checked => ({
  check,
  state: 'ok',
  examined: 1500,
  found: 0,
  repaired: 0,
  examples: [],
  ...more,
});
const report: Report = {
  at,
  repair: false,
  read_percent: 10,
  sound: false,
  checks: [
    checked('schema'),
    checked('orphans', { state: 'warning', found: 2, examples: ['Nothing refers to a/b.', 'Nor to c/d.'] }),
    checked('blobs', { state: 'failed', found: 1, repaired: 1 }),
  ],
};

test('an examination shows its findings; a repair is offered where some are left', async () => {
  let shown: Report | null = report;
  const page = await openCard(<DoctorCard />, ({ method }) =>
    method === 'GET' ? { data: { report: shown, coming: false, failed: null } } : nothing,
  );
  expect(page.box.textContent).toContain('Problems found');
  expect(page.box.textContent).toContain('10% of file contents read');
  const rows = [...page.box.querySelectorAll('tbody tr')];
  expect(rows.map((row) => row.querySelector('[role="img"]')?.getAttribute('aria-label'))).toEqual([
    'OK',
    'Needs attention',
    'Problem',
  ]);
  expect(rows[1]?.textContent).toBe('Leftover files1,50020');
  expect([...page.box.querySelectorAll('details li')].map(({ textContent }) => textContent)).toEqual([
    'Nothing refers to a/b.',
    'Nor to c/d.',
  ]);
  await change(() => page.box.querySelectorAll('input')[2]?.click());
  // The effect of the repair is readable before it is pressed.
  const help = page.button('Run and repair')?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(help)?.textContent).toContain('without losing anything');
  await page.press('Run and repair');
  shown = { ...report, sound: true, checks: [checked('schema')] };
  await page.press('Run now');
  await change();
  expect(page.changes()).toEqual([
    ['/api/admin/server/doctor', { repair: true, read_percent: 100 }],
    ['/api/admin/server/doctor', { repair: false, read_percent: 100 }],
  ]);
  expect(page.box.textContent).toContain('No problems found');
  expect(page.button('Run and repair')).toBeUndefined();
});

test('a missing and a running examination are stated', async () => {
  const page = await openCard(<DoctorCard />, () => ({
    data: { report: null, coming: true, failed: { at, reason: 'It was stopped.' } },
  }));
  expect(page.box.textContent).toContain('Not run yet.');
  expect(page.box.textContent).toContain('Running…');
  expect(page.box.textContent).not.toContain('It was stopped.');
  // The pressed button keeps the focus.
  expect(page.button('Run now')?.getAttribute('aria-disabled')).toBe('true');
  expect(page.button('Run now')?.disabled).toBe(false);
});

const line = (id: string, more: object = {}) => ({
  id,
  time: at,
  level: 'info',
  message: `Line ${id}`,
  details: '',
  ...more,
});

test('the log starts with warnings and errors, filters by level and text, and loads older lines while there are any', async () => {
  let isAway = false;
  const page = await openCard(<LogsCard />, ({ address }) => {
    const query = new URL(address, 'http://localhost').searchParams;
    const isOlder = query.has('before');
    if (isAway) return Response.json({ code: 'server.failed', message: 'Away.' }, { status: 500 });
    const data =
      query.get('search') === 'none'
        ? []
        : [line(isOlder ? 'b' : 'a', { level: 'error', details: '{"status":500}' })];
    return { data, meta: { node: 'files-1', next: isOlder ? null : 'file:10', since: at, size: 4_000 } };
  });
  expect(page.calls[0]?.address).toContain('level=warn');
  expect(page.box.querySelector('ol')?.textContent).toContain('ErrorLine aDetails{\n  "status": 500\n}');
  expect(page.box.textContent).toContain('4 KB');
  isAway = true;
  await page.press('Older');
  expect(page.box.querySelector('.card-footer [role="alert"]')?.textContent).toBeTruthy();
  isAway = false;
  await page.press('Older');
  expect(page.box.querySelector('.card-footer [role="alert"]')).toBeNull();
  expect(page.box.querySelectorAll('ol > li')).toHaveLength(2);
  expect(page.calls.at(-1)?.address).toContain('before=file%3A10');
  expect(page.button('Older')).toBeUndefined();
  const select = page.box.querySelector('select');
  await change(() => {
    Object.assign(select ?? {}, { value: 'error' });
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(page.calls.at(-1)?.address).toContain('level=error');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await change(() => write(page.box.querySelector('input[type="search"]'), 'none'));
  await change(() => vi.advanceTimersByTimeAsync(250));
  await change();
  vi.useRealTimers();
  expect(page.calls.at(-1)?.address).toContain('search=none');
  expect(page.box.textContent).toContain('Older lines may match.');
  const asked = page.calls.length;
  await page.press('Reload');
  await change();
  expect(page.calls).toHaveLength(asked + 1);
});

const node = (name: string, own: boolean, version = '1.2.3') => ({
  name,
  version,
  started_at: at,
  seen_at: at,
  own,
});
const server: ServerState = {
  apart: 0,
  now: at,
  checks: [
    { name: 'mail', state: 'warning', reason: 'logged', facts: {} },
    { name: 'clock', state: 'ok', reason: null, facts: {} },
  ],
  versions: {
    holdall: '1.2.3',
    node: '26.0.0',
    database: '3.50.4',
    image_library: '0.35.5',
    ffmpeg: null,
  },
  database: { kind: 'sqlite', place: '/data/holdall.sqlite' },
  storage: { kind: 's3', place: 'https://s3.example.com/files', shared_at: null },
  data_directory: { path: '/data', free: 5_000_000_000, total: 20_000_000_000 },
  process: { started_at: at, memory: 120_000_000, platform: 'linux x64' },
  licence: { holder: 'Northlight' },
  nodes: [node('one', true)],
};

test('the server shows its components, missing parts and licensee', async () => {
  const page = await openCard(<ServerCard server={server} />, () => nothing);
  const facts = [...page.box.querySelectorAll('dl > div')].map((fact) =>
    [fact.querySelector('dt')?.textContent, fact.querySelector('dd')?.textContent].join(': '),
  );
  expect(facts).toEqual(
    expect.arrayContaining([
      'Version: 1.2.3Licensed to Northlight',
      'Database: SQLite 3.50.4/data/holdall.sqlite',
      'Images: sharp 0.35.5',
      'File storage: Object storagehttps://s3.example.com/files',
      'Data folder: /data5 GB of 20 GB free',
      'Videos: Not installed',
    ]),
  );
});

test('a copy of the database that uses the same storage is reported', async () => {
  const shared = { ...server, storage: { ...server.storage, shared_at: at } };
  const page = await openCard(<ServerCard server={shared} />, () => nothing);
  expect(page.box.querySelector('dd strong')?.textContent).toMatch(
    /^A server with a copy of this database uses it too, last seen [^{}]+\. Nothing is cleaned up here/,
  );
});

test('several servers are listed with deviating versions marked; a single one is not', async () => {
  const page = await openCard(<NodesCard nodes={server.nodes} />, () => nothing);
  expect(page.box.textContent).toBe('');
  const several = await openCard(
    <NodesCard nodes={[...server.nodes, node('two', false), node('three', false, '1.1.0')]} />,
    () => nothing,
  );
  const rows = [...several.box.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows.map((row) => [row?.includes('This one'), row?.includes('Another version')])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test('checks use the wizard’s texts but link to the settings; clock differences are reported', async () => {
  const again = vi.fn<() => void>();
  const page = await openCard(
    <ChecksCard {...server} apart={3600} isLooking={false} {...{ again }} />,
    () => nothing,
  );
  expect(page.box.textContent).toContain('Set up a mail server under Environment.');
  expect(page.box.textContent).toContain('The clocks differ');
  await page.press('Check again');
  expect(again).toHaveBeenCalledOnce();
});

test('checks that need attention come first, the worst on top; passed ones share one line', async () => {
  const checks: ServerState['checks'] = [
    { name: 'clock', state: 'ok', reason: null, facts: {} },
    { name: 'mail', state: 'warning', reason: 'logged', facts: {} },
    { name: 'sqlite', state: 'ok', reason: null, facts: { version: '3.50.4' } },
    { name: 'free_space', state: 'failed', reason: 'full', facts: { free: 0 } },
  ];
  const page = await openCard(
    <ChecksCard apart={0} isLooking={false} again={() => undefined} {...{ checks }} />,
    () => nothing,
  );
  const [urgent, passed] = page.box.querySelectorAll('ul');
  const titles = (list: Element | undefined) =>
    Array.from(list?.querySelectorAll('b') ?? [], ({ textContent }) => textContent);
  expect(titles(urgent)).toEqual(['The disk is full', 'Email is not configured']);
  expect(titles(passed)).toEqual(['Clock is in sync', 'SQLite works']);
  const folded = passed?.closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('summary')?.textContent).toBe('2 checks passed');
});
