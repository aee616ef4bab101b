import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import { shareEndpoints } from '@holdall/contract/shares.endpoints';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openServer } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import { markAuthorized, markUnauthorized, session } from './session.ts';
import { callSignedIn, showUnexpectedFailure } from './call-signed-in.ts';

beforeAll(withMessages);
beforeEach(() => {
  markAuthorized();
  alerts.set([]);
});
afterEach(markUnauthorized);

const answering = (status: number, code: string): void =>
  void openServer(() => Response.json({ code, message: '', status }, { status }));

test.each([
  ['links', () => callSignedIn(shareEndpoints.summarizeShares, {})],
  ['requests', () => callSignedIn(fileRequestEndpoints.listFileRequests, { query: {} })],
])(
  'where the session is over, a call about %s leads to sign-in, and nothing else is said',
  async (_of, call) => {
    answering(401, 'session.required');
    await call().catch(showUnexpectedFailure);
    expect([session.get().authorized, alerts.get()]).toEqual([false, []]);
  },
);

test('another failure is told, and the session goes on', async () => {
  answering(500, 'server.failed');
  await callSignedIn(shareEndpoints.summarizeShares, {}).catch(showUnexpectedFailure);
  expect([session.get().authorized, alerts.get().length]).toEqual([true, 1]);
});
