import type { ShareSummary } from '@holdall/contract/shares';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { summaryQuery } from '../sharing.queries.ts';
import { SharedBadge } from './shared-badge.tsx';

beforeAll(withMessages);

const draw = async (summary: Partial<ShareSummary>, compact = false) => {
  const calls = openServer(() => new Response(null, { status: 500 }));
  const client = new QueryClient();
  client.setQueryData(summaryQuery.queryKey, { links: 0, unseen: 0, received: 0, latest: null, ...summary });
  const { box, draw: drawThis } = openPlace(client);
  await drawThis(<SharedBadge compact={compact} />);
  expect(calls).toEqual([]);
  return box;
};

test('one mark stands for guest activity and new files, with a text for each', async () => {
  const box = await draw({ links: 4, unseen: 2, received: 3 });
  expect(box.querySelectorAll('.shared-badge-new')).toHaveLength(1);
  const said = '2 new changes by guests, 3 new files';
  expect(box.textContent).toBe(`${said}4`);
  expect(box.querySelector('.shared-badge-new')?.getAttribute('data-tooltip')).toBe(said);
  expect((await draw({ received: 1 }, true)).textContent).toBe('1 new file');
});

test('the badge without news shows a number, and nothing on phones', async () => {
  expect((await draw({ links: 4 })).textContent).toBe('4');
  expect((await draw({ links: 4 }, true)).textContent).toBe('');
  expect((await draw({})).textContent).toBe('');
});
