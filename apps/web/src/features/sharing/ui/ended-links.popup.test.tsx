import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { EndedLinksPopup } from './ended-links.popup.tsx';

beforeAll(withMessages);

const endedOf = (name: string) => ({
  id: name,
  type: 'ended_share',
  attributes: { token: `token-of-${name}`, name, ended_at: '2026-11-20T10:00:00Z', entries: 2, unseen: 0 },
});

test('returning from the activity of an ended link focuses the button that opened it', async () => {
  openServer(({ path }) =>
    path.endsWith('/activity')
      ? Response.json({ data: [], meta: { next: null, revertible: 0 } })
      : Response.json({ data: ['Drawings', 'Photos'].map(endedOf), meta: { more: false } }),
  );
  const { box, draw } = openPlace(new QueryClient());
  const nothing = (): void => undefined;
  await draw(<EndedLinksPopup onSeen={nothing} onReverted={nothing} onClose={nothing} />);
  await change();
  const opener = () => box.querySelector<HTMLButtonElement>('[aria-label*="Photos"]');
  opener()?.focus();
  await change(() => opener()?.click());
  expect(box.querySelector('h2')?.textContent).toBe('Guest activity');
  await change(() => box.querySelector<HTMLElement>('[aria-label=Back]')?.click());
  expect(opener()).not.toBeNull();
  expect(document.activeElement).toBe(opener());
});
