import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { LogLine } from './log-line.tsx';

beforeEach(() => withMessages());

const drawn = async (message: string, details: string) => {
  const { box, draw } = openPlace(new QueryClient());
  const line = { id: '1', time: '2026-11-20T10:00:00.000Z', level: 'info', message, details } as const;
  await draw(<LogLine line={line} />);
  return {
    text: box.querySelector('.log-text p')?.textContent,
    details: box.querySelector('pre')?.textContent,
  };
};

test('a request shows its method, path and status', async () => {
  const asked = await drawn('request', '{"method":"GET","path":"/api/user","status":200,"ms":4}');
  expect(asked.text).toBe('GET /api/user 200');
  expect(asked.details).toContain('"ms": 4');
  expect((await drawn('request', '{"method":"GET","path":"/api/us')).text).toBe('request');
});

test('a line shows its time to the second', async () => {
  const { box, draw } = openPlace(new QueryClient());
  const line = {
    id: '1',
    time: '2026-11-20T10:00:07.000Z',
    level: 'info',
    message: 'ready',
    details: '',
  } as const;
  await draw(<LogLine line={line} />);
  expect(box.querySelector('time')?.textContent).toMatch(/2026.*:00:07/);
});

test('other lines show their own message', async () => {
  expect((await drawn('listening', '{"port":8080}')).text).toBe('listening');
  expect(await drawn('ready', '')).toEqual({ text: 'ready', details: undefined });
});

test('the details of a line can be scrolled by keyboard', async () => {
  const { box, draw } = openPlace(new QueryClient());
  const line = {
    id: '1',
    time: '2026-11-20T10:00:00.000Z',
    level: 'info',
    message: 'x',
    details: '{}',
  } as const;
  await draw(<LogLine line={line} />);
  const scroller = box.querySelector('pre');
  expect([scroller?.tabIndex, scroller?.getAttribute('aria-label')]).toEqual([0, 'Details']);
});
