import { beforeAll, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { deedOf } from '../testing/links.ts';
import { GuestsPopup, resultText } from './guests.popup.tsx';

beforeAll(withMessages);

test.each([
  [9, 2, '9 taken back, 2 stayed: they were changed since.'],
  [1, 0, '1 taken back.'],
  [0, 1, '1 stayed: it was changed since.'],
  [0, 0, 'There was nothing to take back.'],
])('%i taken back and %i not: %s', (reverted, kept, said) =>
  expect(resultText({ reverted, kept })).toBe(said),
);

test('opening it marks what guests did as seen; deeds are taken back one by one, groups whole, or all', async () => {
  const reverted = new Set<string>();
  const deeds = [deedOf(4), deedOf(3), deedOf(2, { kind: 'removed', name: 'old.txt' })];
  const calls = openServer(({ path, body }) => {
    if (path.endsWith('/seen')) return new Response(null, { status: 204 });
    if (path.endsWith('/activity')) {
      const data = deeds.map((deed) =>
        reverted.has(deed.id)
          ? { ...deed, attributes: { ...deed.attributes, reverted_at: '2026-11-21T10:00:00Z' } }
          : deed,
      );
      return Response.json({ data, meta: { next: null, revertible: deeds.length - reverted.size } });
    }
    const { deed } = body as { deed?: string };
    if (deed === undefined) return Response.json({ meta: { reverted: 0, kept: 1 } });
    reverted.add(deed);
    return Response.json({ meta: { reverted: 1, kept: 0 } });
  });
  const onReverted = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(<GuestsPopup token="token" name="Drawings" onReverted={onReverted} onClose={() => undefined} />);
  await change();
  const asked = (end: string) => calls.filter(({ path }) => path === `/api/share/token/${end}`);
  expect(asked('seen')).toHaveLength(1);
  const rows = () => [...box.querySelectorAll('li')].map((row) => row.textContent ?? '');
  expect(rows()[0]).toMatch(/^Uploaded 2 files.*Revert$/);
  const press = (name: string) =>
    change(() => [...box.querySelectorAll('button')].find((button) => button.textContent === name)?.click());
  await press('Revert');
  await change();
  expect(asked('revert').map(({ body }) => body)).toEqual([{ deed: 'deed-4' }, { deed: 'deed-3' }]);
  expect(box.querySelector('[role="status"]')?.textContent).toBe('2 taken back.');
  expect(rows()[0]).toMatch(/Taken back$/);
  expect(asked('seen')).toHaveLength(1);
  expect(onReverted).toHaveBeenCalled();
});
