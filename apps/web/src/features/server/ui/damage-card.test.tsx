import { beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openCard } from '../testing/open-card.tsx';
import { DamageCard } from './damage-card.tsx';

beforeEach(() => withMessages());

const at = '2026-11-20T10:00:00.000Z';
const nothing = new Response(null, { status: 204 });

const noDamage = {
  total: 0,
  offset: 0,
  limit: 10,
  verified_at: null,
  unread: 0,
  damaged: 0,
  progress: null,
  restoring: false,
  restored: null,
  failed: null,
};

test('damaged files are listed with their owners and restored one by one or all at once', async () => {
  const damaged = {
    data: ['one.txt', 'two.txt'].map((name) => ({
      id: name,
      type: 'damaged_file',
      attributes: { name, owner: 'ada@example.com', size: 2_000_000, since: at },
    })),
    meta: {
      ...noDamage,
      total: 2,
      verified_at: at,
      unread: 1,
      damaged: 2,
      progress: 40,
      restored: { at, restored: 0, lacking: 2, encrypted: 1 },
    },
  };
  const page = await openCard(<DamageCard />, ({ method }) => (method === 'GET' ? damaged : nothing));
  expect(page.box.querySelector('.doctor-summary')?.textContent).toBe(
    '2 damaged filesLast fully verified 20 Nov 2026, 10:00 · 40% of the current pass done · 1 file couldn’t be read',
  );
  expect(page.box.querySelector('.card-item')?.textContent).toContain(
    'ada@example.com · 2 MB · damaged since 20 Nov 2026',
  );
  expect(page.box.textContent).toContain('2 files aren’t in any backup on this server');
  expect(page.box.textContent).toContain('1 file is only in encrypted backups.');
  await page.press('Restore two.txt from a backup');
  await page.press('Restore all');
  expect(page.changes()).toEqual([
    ['/api/admin/server/damaged/restore', { id: 'two.txt' }],
    ['/api/admin/server/damaged/restore', {}],
  ]);
});

test('an installation without damage offers no restore', async () => {
  const page = await openCard(<DamageCard />, () => ({ data: [], meta: noDamage }));
  expect(page.box.querySelector('.doctor-summary')?.textContent).toBe(
    'No damaged filesNot fully verified yet',
  );
  expect(page.button('Restore all')).toBeUndefined();
  const pace = [...page.box.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Change how often',
  );
  expect(pace?.getAttribute('href')).toBe('/admin/settings/server/backups');
});
