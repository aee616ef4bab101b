import { en } from '@holdall/contract/messages/en';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openPlace, turn } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { JobsCards } from './jobs-cards.tsx';

const job = (state: string) => ({
  id: `0199a0c0-1111-7222-8333-44445555${state.length}666`,
  type: 'job',
  attributes: {
    kind: 'mail',
    state,
    attempts: 3,
    max_attempts: 3,
    created_at: '2026-11-20T10:00:00.000Z',
    run_at: '2026-11-20T10:00:00.000Z',
    finished_at: '2026-11-20T10:05:00.000Z',
    last_error: `It is ${state}.`,
    mail: null,
  },
});

const change = async (make: () => unknown = () => undefined): Promise<void> => {
  await make();
  await turn();
};

test('counts come with the failed jobs, so each state is fetched once', async () => {
  const calls = openServer(({ address }) => {
    const query = new URL(address, 'http://localhost').searchParams;
    const [state, limit] = [query.get('state') ?? '', Number(query.get('limit'))];
    const counts = [{ kind: 'mail', state: 'dead', count: 30 }];
    return Response.json({ data: [job(state)], meta: { total: state === 'dead' ? 30 : 1, limit, counts } });
  });
  await loadMessages('en');
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }), change);
  await draw(<JobsCards />);
  await eventually(() => {
    for (const state of ['dead', 'running', 'waiting']) expect(box.textContent).toContain(`It is ${state}.`);
  });
  expect(box.querySelector('td[data-failed]')?.textContent).toBe('30');
  const asked = () =>
    calls.map(({ address }) => {
      const query = new URL(address, 'http://localhost').searchParams;
      return [query.get('state'), query.get('limit')].join(' ');
    });
  expect(asked().toSorted()).toEqual(['dead 25', 'running 25', 'waiting 25']);
  const more = [...box.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === en['jobs.show_more'],
  );
  expect(more).toHaveLength(1);
  await change(() => more[0]?.click());
  await eventually(() => expect(asked()).toContain('dead 50'));
});
