import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import { refused } from '../testing/open-share.tsx';
import { StopSharingPopup } from './stop-sharing.popup.tsx';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

const stop = async (tokens: readonly string[], answer: (tokens: readonly string[]) => Response) => {
  const calls = openServer(({ body }) => answer((body as { tokens: string[] }).tokens));
  const onEnded = vi.fn<(tokens: readonly string[]) => void>();
  const onStopped = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(<StopSharingPopup {...{ tokens, onEnded, onStopped }} onClose={() => undefined} />);
  await change(() => box.querySelector<HTMLElement>('[data-look="danger"]')?.click());
  for (let turns = 0; turns < 20; turns++) await change();
  return { calls, onStopped, ended: onEnded.mock.calls.flatMap(([some]) => some) };
};
const many = Array.from({ length: 1_200 }, (_, index) => `token-${index}`);

test('ended links are reported even where others failed', async () => {
  const { ended, onStopped } = await stop(many, (tokens) =>
    tokens.length === 1_000 ? new Response(null, { status: 204 }) : refused(500, 'server.failed'),
  );
  expect(ended).toEqual(many.slice(0, 1_000));
  expect([onStopped.mock.calls.length, alerts.get().length]).toEqual([0, 1]);
});

test('one missing link costs the others a few calls, not one each', async () => {
  const { calls, ended, onStopped } = await stop(many.slice(0, 64), (tokens) =>
    tokens.includes('token-7') ? refused(404, 'share.not_found') : new Response(null, { status: 204 }),
  );
  expect(calls).toHaveLength(13);
  expect(ended.toSorted()).toEqual(many.slice(0, 64).toSorted());
  expect([onStopped.mock.calls.length, alerts.get().length]).toEqual([1, 0]);
});
