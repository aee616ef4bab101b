import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import type { LinksToEnd } from '../sharing.mutations.ts';
import { refused } from '../testing/open-share.tsx';
import { StopSharingPopup } from './stop-sharing.popup.tsx';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

const stop = async (links: LinksToEnd, answer: (body: unknown) => Response, count?: number) => {
  const calls = openServer(({ body }) => answer(body));
  const onEnded = vi.fn<(ended: readonly string[]) => void>();
  const onStopped = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(
    <StopSharingPopup
      {...{ links, onEnded, onStopped }}
      {...(count === undefined ? {} : { count })}
      onClose={() => undefined}
    />,
  );
  const said = box.textContent ?? '';
  await change(() => box.querySelector<HTMLElement>('[data-look="danger"]')?.click());
  for (let turns = 0; turns < 20; turns++) await change();
  return { said, calls, onStopped, ended: onEnded.mock.calls.flatMap(([some]) => some) };
};
const itemIds = Array.from({ length: 1_200 }, (_, index) => `item-${index}`);

test('items whose links have ended are reported even where others failed', async () => {
  const { ended, onStopped } = await stop({ itemIds }, (body) =>
    (body as { items: string[] }).items.length === 1_000
      ? new Response(null, { status: 204 })
      : refused(500, 'server.failed'),
  );
  expect(ended).toEqual(itemIds.slice(0, 1_000));
  expect([onStopped.mock.calls.length, alerts.get().length]).toEqual([0, 1]);
});

test('a link that has ended already counts as ended', async () => {
  const { calls, ended, onStopped } = await stop({ token: 'token' }, () => refused(404, 'share.not_found'));
  expect(calls.map(({ body }) => body)).toEqual([{ tokens: ['token'], _method: 'delete' }]);
  expect([ended, onStopped.mock.calls.length, alerts.get().length]).toEqual([['token'], 1, 0]);
});

test('one item with several links loses all of them, and the question says so', async () => {
  const { said, calls } = await stop({ itemIds: ['item'] }, () => new Response(null, { status: 204 }), 3);
  expect(said).toContain('Stop sharing?');
  expect(said).toContain('The links stop working immediately.');
  expect(calls.map(({ body }) => body)).toEqual([{ items: ['item'], _method: 'delete' }]);
});
