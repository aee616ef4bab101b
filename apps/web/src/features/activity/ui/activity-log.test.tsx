import { en } from '@holdall/contract/messages/en';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openPlace, turn } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { activityViewFrom } from '../activity-address.ts';
import { ActivityLog } from './activity-log.tsx';

const id = '0199a0c0-1111-7222-8333-444455556666';
const olderId = '0199a0c0-1111-7222-8333-444455556600';
const entryOf = (entryId: string) => ({
  id: entryId,
  type: 'activity',
  attributes: {
    kind: 'session.signed_in',
    at: '2026-11-20T10:12:00.000Z',
    count: 1,
    last_at: null as string | null,
    actor: { id, name: 'Ada Lindqvist', email: 'ada@example.com' },
    user: { id, name: 'Ada Lindqvist', email: 'ada@example.com' },
    address: null,
    user_agent: null,
    details: {},
  },
});

/** Runs an action and waits for its effects to be drawn, as in a browser. */
const change = async (make: () => unknown = () => undefined): Promise<void> => {
  await make();
  await turn();
};

test('a failure to load older entries shows beside the button, which retries', async () => {
  let isThere = true;
  const calls = openServer(({ address }) => {
    if (!isThere) throw new TypeError('nobody is there');
    const isFirst = !address.includes('before=');
    return Response.json({ data: [entryOf(isFirst ? id : olderId)], meta: { next: isFirst ? id : null } });
  });
  await loadMessages('en');
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }), change);
  await draw(<ActivityLog view={activityViewFrom('')} onView={() => undefined} />);
  const older = () =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === en['activity.older']);
  await eventually(() => expect(older()).toBeDefined());
  isThere = false;
  await change(() => older()?.click());
  await eventually(() =>
    expect(box.querySelector('[role=alert]')?.textContent).toBe(en['section.not_loaded']),
  );
  expect(box.textContent).toContain('Ada Lindqvist signed in');
  isThere = true;
  await change(() => older()?.click());
  await eventually(() => expect(older()).toBeUndefined());
  expect(box.querySelector('[role=alert]')).toBeNull();
  expect(calls).toHaveLength(3);
});

test('an aggregated entry shows how many events it stands for, and their time range', async () => {
  const gathered = entryOf(id);
  openServer(() =>
    Response.json({
      data: [
        {
          ...gathered,
          attributes: {
            ...gathered.attributes,
            kind: 'refused.not_found',
            count: 12,
            last_at: '2026-11-20T10:12:48.000Z',
            address: '192.0.2.1',
            details: { call: 'GET /api/items/:id' },
          },
        },
        entryOf(olderId),
      ],
      meta: { next: null },
    }),
  );
  await loadMessages('en');
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }), change);
  await draw(<ActivityLog view={activityViewFrom('')} onView={() => undefined} />);
  await eventually(() => expect(box.querySelectorAll('.activity-entry')).toHaveLength(2));
  const [first, second] = [...box.querySelectorAll('.activity-text')].map(({ textContent }) => textContent);
  expect(first).toMatch(
    /Ada Lindqvist asked for something.*12 times, \d\d:\d\d:00–\d\d:\d\d:48.*192\.0\.2\.1 · GET/,
  );
  expect(second).toBe('Ada Lindqvist signed in');
});
