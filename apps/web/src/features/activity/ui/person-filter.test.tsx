import { en } from '@holdall/contract/messages/en';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openPlace, turn, write } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { PersonFilter } from './person-filter.tsx';

const change = async (make: () => unknown = () => undefined): Promise<void> => {
  await make();
  await turn();
};

const person = (id: string, name: string) => ({
  id,
  attributes: { name, email: `${name.toLowerCase()}@example.com` },
});

/** Draws the field with a server whose answers the test releases. */
const openFilter = async () => {
  const waiting = new Map<string, (answer: Response) => void>();
  openServer(({ address }) => {
    const words = new URL(address, 'http://localhost').searchParams.get('search') ?? '';
    return new Promise((resolve) => waiting.set(words, resolve));
  });
  await loadMessages('en');
  const asked = (words: string) => eventually(() => expect(waiting.has(words)).toBe(true));
  const onChoose = vi.fn<(user: string | undefined) => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { box, draw } = openPlace(client, change);
  await draw(<PersonFilter user={undefined} onChoose={onChoose} />);
  await eventually(() => expect(box.querySelector('input')).not.toBeNull());
  return {
    onChoose,
    type: (text: string) => change(() => write(box.querySelector('input'), text)),
    press: (key: string) =>
      change(() =>
        box.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      ),
    asked,
    answer: async (words: string, response: Response) => {
      await asked(words);
      await change(() => waiting.get(words)?.(response));
    },
    isOpen: () => box.querySelector('input')?.getAttribute('aria-expanded') === 'true',
    list: () => box.querySelector('[role=listbox]')?.textContent,
  };
};
const found = (...people: readonly ReturnType<typeof person>[]) =>
  Response.json({ data: people, meta: { total: people.length, offset: 0, limit: 8 } });

test('Enter selects nobody until the suggestions match the typed text', async () => {
  const { type, press, answer, list, onChoose } = await openFilter();
  await type('ada');
  await answer('ada', found(person('a', 'Ada')));
  await eventually(() => expect(list()).toContain('Ada'));
  await type('ben');
  await press('Enter');
  expect(onChoose).not.toHaveBeenCalled();
  await answer('ben', found(person('b', 'Ben')));
  await eventually(() => expect(list()).toContain('Ben'));
  await press('Enter');
  expect(onChoose.mock.calls).toEqual([['b']]);
});

test('an empty result is announced once it is known, and a failure is not mistaken for one', async () => {
  const { type, answer, isOpen, list } = await openFilter();
  await type('zoe');
  await answer('zoe', found());
  await eventually(() => expect(list()).toBe(en['activity.filter.user_none']));
  await type('zo');
  await answer('zo', Response.json({ code: 'server.failed', message: 'No.' }, { status: 500 }));
  await eventually(() => expect([isOpen(), list()]).toEqual([true, en['section.not_loaded']]));
});

test('no list shows while the first answer is pending', async () => {
  const { type, asked, answer, isOpen, list } = await openFilter();
  await type('ada');
  await asked('ada');
  expect([isOpen(), list()]).toEqual([false, '']);
  await answer('ada', found(person('a', 'Ada')));
  await eventually(() => expect(isOpen()).toBe(true));
});
