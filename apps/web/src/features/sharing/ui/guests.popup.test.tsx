import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { activityEntryOf } from '../testing/links.ts';
import { invalidateLinks } from '../sharing.queries.ts';
import { watchedLink } from '../watched-link.ts';
import { GuestsPopup, resultText } from './guests.popup.tsx';

beforeAll(withMessages);
const onSeen = vi.fn<() => void>();
beforeEach(() => void onSeen.mockClear());

test.each([
  [
    9,
    2,
    '9 changes undone, 2 items were left as they are: they have been changed or moved since, or now contain something else.',
  ],
  [1, 0, '1 change undone.'],
  [0, 1, '1 item was left as it is: it has been changed or moved since, or now contains something else.'],
  [0, 0, 'There was nothing to undo.'],
])('%i reverted and %i failed actions show %s', (reverted, kept, said) =>
  expect(resultText({ reverted, kept })).toBe(said),
);

test('a single action that could not be reverted names its item', () =>
  expect(resultText({ reverted: 0, kept: 1, name: 'From guests' })).toBe(
    '“From guests” was left as it is: it has been changed or moved since, or now contains something else.',
  ));

test('opening the list marks guest activity as seen; actions are reverted singly, by group, or all at once', async () => {
  const reverted = new Set<string>();
  const entries = [
    activityEntryOf(4),
    activityEntryOf(3),
    activityEntryOf(2, { kind: 'removed', name: 'old.txt' }),
  ];
  const calls = openServer(({ path, body }) => {
    if (path.endsWith('/seen')) return new Response(null, { status: 204 });
    if (path.endsWith('/activity')) {
      const data = entries.map((entry) =>
        reverted.has(entry.id)
          ? { ...entry, attributes: { ...entry.attributes, reverted_at: '2026-11-21T10:00:00Z' } }
          : entry,
      );
      return Response.json({ data, meta: { next: null, revertible: entries.length - reverted.size } });
    }
    const { entry } = body as { entry?: string };
    if (entry === undefined) return Response.json({ meta: { reverted: 0, kept: 1, next: null } });
    reverted.add(entry);
    return Response.json({ meta: { reverted: 1, kept: 0, next: null } });
  });
  const onReverted = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(
    <GuestsPopup token="token" name="Drawings" {...{ onSeen, onReverted }} onClose={() => undefined} />,
  );
  await change();
  const asked = (end: string) => calls.filter(({ path }) => path === `/api/share/token/${end}`);
  expect(asked('seen').map(({ body }) => body)).toEqual([{ until: 'entry-4' }]);
  expect(asked('activity')).toHaveLength(1);
  expect([onSeen.mock.calls.length, onReverted.mock.calls.length]).toEqual([1, 0]);
  expect(watchedLink.get()).toBe('token');
  const rows = () => [...box.querySelectorAll('li')].map((row) => row.textContent ?? '');
  expect(rows()[0]).toMatch(/^Uploaded “file 4.txt” and “file 3.txt”.*Undo$/);
  const press = (name: string) =>
    change(() => [...box.querySelectorAll('button')].find((button) => button.textContent === name)?.click());
  await press('Undo');
  await change();
  expect(asked('revert').map(({ body }) => body)).toEqual([{ entry: 'entry-4' }, { entry: 'entry-3' }]);
  expect(box.querySelector('[role="status"]')?.textContent).toBe('2 changes undone.');
  expect(rows()[0]).toMatch(/Undone$/);
  expect(asked('seen')).toHaveLength(1);
  expect(onReverted).toHaveBeenCalled();
});

test('all activity is reverted in as many calls as the server needs, with one message', async () => {
  const more: Record<string, string | null> = { first: 'entry-3', 'entry-3': 'entry-2', 'entry-2': null };
  const calls = openServer(({ path, body }) => {
    if (path.endsWith('/seen')) return new Response(null, { status: 204 });
    if (path.endsWith('/activity'))
      return Response.json({
        data: [activityEntryOf(4), activityEntryOf(3)],
        meta: { next: null, revertible: 2 },
      });
    const { before = 'first' } = body as { before?: string };
    return Response.json({ meta: { reverted: 2, kept: 1, next: more[before] } });
  });
  const onReverted = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(
    <GuestsPopup token="token" name="Drawings" {...{ onSeen, onReverted }} onClose={() => undefined} />,
  );
  await change();
  const press = (name: string) =>
    change(() =>
      [...document.querySelectorAll('button')].findLast((button) => button.textContent === name)?.click(),
    );
  await press('Undo all');
  await press('Undo all');
  await change();
  const bodies = calls.filter(({ path }) => path.endsWith('/revert')).map(({ body }) => body);
  expect(bodies).toEqual([{}, { before: 'entry-3' }, { before: 'entry-2' }]);
  expect(box.querySelector('[role="status"]')?.textContent).toBe(
    '6 changes undone, 3 items were left as they are: they have been changed or moved since, or now contain something else.',
  );
});

test('activity that arrives while the list is open is marked as seen', async () => {
  const entries = [activityEntryOf(1)];
  const calls = openServer(({ path }) =>
    path.endsWith('/seen')
      ? new Response(null, { status: 204 })
      : Response.json({ data: entries, meta: { next: null, revertible: 1 } }),
  );
  const client = new QueryClient();
  const { draw } = openPlace(client);
  await draw(
    <GuestsPopup
      token="token"
      name={null}
      onSeen={onSeen}
      onReverted={() => undefined}
      onClose={() => undefined}
    />,
  );
  await change();
  entries.unshift(activityEntryOf(2));
  await change(() => invalidateLinks(client));
  await change();
  expect(calls.filter(({ path }) => path.endsWith('/seen')).map(({ body }) => body)).toEqual([
    { until: 'entry-1' },
    { until: 'entry-2' },
  ]);
});

test('reverted actions show everywhere, even after the list was closed, and names are isolated', async () => {
  const answer = Promise.withResolvers<Response>();
  openServer(({ path }) => {
    if (path.endsWith('/seen')) return new Response(null, { status: 204 });
    if (path.endsWith('/revert')) return answer.promise;
    const entry = activityEntryOf(1, { name: 'rechnung\u202efdp.exe' });
    return Response.json({ data: [entry], meta: { next: null, revertible: 1 } });
  });
  const onReverted = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(
    <GuestsPopup
      token="token"
      name={'gpj\u202e.exe'}
      {...{ onSeen, onReverted }}
      onClose={() => undefined}
    />,
  );
  await change();
  expect(box.textContent).not.toMatch(/[\u202a-\u202e]/);
  expect(box.textContent).toContain('Uploaded “rechnung\ufffdfdp.exe”');
  await change(() =>
    [...box.querySelectorAll('button')].find((button) => button.textContent === 'Undo')?.click(),
  );
  await draw(null);
  expect([onReverted.mock.calls.length, watchedLink.get()]).toEqual([0, undefined]);
  answer.resolve(Response.json({ status: 500, code: 'server.failed', message: '' }, { status: 500 }));
  await change();
  expect(onReverted).toHaveBeenCalledTimes(1);
});
