import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { problem } from '#features/auth/testing/auth-desk.tsx';
import { saveAs } from '#features/files/actions/download.ts';
import { shareOf } from '#features/guest/testing/shares.ts';
import { beginVisit, linkRefusal } from '#features/guest/visit.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openServer } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import { askOfDownloads } from './guest-downloads.ts';

const token = 'AbCdEfGhIjKlMnOpQrStUv';

beforeAll(withMessages);
beforeEach(() => {
  alerts.set([]);
  linkRefusal.set(undefined);
});

/** A page of a link whose server answers so. */
const visit = (answer: () => Response) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const calls = openServer(answer);
  const client = new QueryClient();
  beginVisit(client, token);
  askOfDownloads(client, token);
  return { click, calls, client };
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const shareAnswer = (
  attributes: Parameters<typeof shareOf>[0],
  restrictions: Parameters<typeof shareOf>[1] = {},
) => Response.json({ data: shareOf(attributes, restrictions) });

test('the link is asked before a download, and looked at again once that is counted', async () => {
  let left = 1;
  const { click, client } = visit(() => shareAnswer({ downloads_left: left }));
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  saveAs('/api/files/a?download', 'a.txt');
  expect(click).not.toHaveBeenCalled();
  await pass(0);
  expect(click).toHaveBeenCalledOnce();
  left = 0;
  await pass(1_000);
  expect(invalidated).toHaveBeenCalledOnce();
  saveAs('/api/files/b?download', 'b.txt');
  await pass(0);
  expect(click).toHaveBeenCalledOnce();
  expect(alerts.get()).toMatchObject([
    {
      title: 'No downloads left',
      message: 'This link has reached its download limit.',
    },
  ]);
});

test('a link that is over says so in the place of a download that fails', async () => {
  const { click } = visit(() => Response.json(problem('share.expired'), { status: 404 }));
  saveAs('/api/files/a?download');
  await pass(0);
  expect(click).not.toHaveBeenCalled();
  expect(linkRefusal.get()?.code).toBe('share.expired');
});

test('nothing is downloaded where the owner may not give any; without an answer the browser tells', async () => {
  const { click } = visit(() => shareAnswer({}, { canDownload: false }));
  saveAs('/api/files/a?download');
  await pass(0);
  expect(click).not.toHaveBeenCalled();
  expect(alerts.get()).toMatchObject([{ title: 'Downloading is temporarily disabled' }]);
  visit(() => {
    throw new TypeError('offline');
  });
  saveAs('/api/files/a?download');
  await pass(10_000);
  expect(click).toHaveBeenCalledOnce();
});
