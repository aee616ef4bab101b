import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import { offeredGroups } from '../emoji-search.ts';
import { draw } from '../testing/draw.tsx';
import { EmojiSearch } from './emoji-search.tsx';

beforeAll(withMessages);
// Groups are drawn as they come near, which there is no layout for.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn<() => void>();
      readonly disconnect = vi.fn<() => void>();
    },
  ),
);

const field = (): HTMLInputElement =>
  document.querySelector<HTMLInputElement>('input[type=search]') ?? expect.fail('There is no field.');
const seek = (text: string) => change(() => write(field(), text));
const press = (key: string) =>
  change(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  });
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');

test('an emoji that leaves with the rows of an earlier search hands the focus to the field, so that Escape closes the search alone', async () => {
  const client = new QueryClient();
  const animals = {
    label: 'Animals',
    sheet: 'animals',
    emoji: [
      ['🐱', 'cat face', ''],
      ['🐶', 'dog face', ''],
    ],
  };
  client.setQueryData(['emoji', 'en'], offeredGroups([animals] as never));
  const onClose = vi.fn<() => void>();
  await draw(<EmojiSearch onChoose={() => undefined} onClose={onClose} />, client);
  await seek('cat');
  await press('ArrowDown');
  expect(focused()).toBe('cat face');
  await seek('dog');
  expect(document.activeElement).toBe(field());
  await press('Escape');
  expect(onClose).toHaveBeenCalledTimes(1);
});
