import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import type { PreviewItem } from '../preview-item.ts';
import { CompareText } from './compare-text.tsx';

beforeAll(withMessages);

/** A text file whose bytes are at the address. */
const fileAt = (address: string, size: number): PreviewItem => ({
  id: address,
  type: 'file',
  attributes: {
    name: 'minutes.txt',
    color: null,
    emoji: null,
    parent_id: null,
    size,
    mimetype: 'text/plain',
    category: 'documents',
    file_url: address,
    thumbnail: null,
    created_at: '2026-11-20T10:00:00Z',
    modified_at: '2026-11-20T10:00:00Z',
    deleted_at: null,
  },
  relationships: { shared: null },
});

/** Compares two texts. @returns a function that draws them again, as other objects, and what was asked for */
const compare = async (before: string, after: string, size = Math.max(before.length, after.length)) => {
  const calls = openServer(({ path }) => new Response(path === '/before' ? before : after, { status: 206 }));
  const { box, draw } = openPlace();
  const show = () => draw(<CompareText before={fileAt('/before', size)} after={fileAt('/after', size)} />);
  await show();
  return { box, show, calls };
};

test('lines that were removed and added are told in words as well as by their colours', async () => {
  const { box } = await compare('first\nsame\n', 'second\nsame\n', 12);
  await eventually(() => expect(box.querySelector('ins')).not.toBeNull());
  expect(box.querySelector('del')?.textContent).toBe('Removed: first');
  expect(box.querySelector('ins')?.textContent).toBe('Added: second');
});

test('a comparison is fetched once, however often the page around is drawn', async () => {
  const { box, show, calls } = await compare('first\n', 'second\n', 7);
  await eventually(() => expect(box.querySelector('ins')).not.toBeNull());
  await show();
  await show();
  expect(calls.map(({ path }) => path).toSorted()).toEqual(['/after', '/before']);
});

test.each([
  ['equal texts', 'a\n', 'a\n', 2, 'Both have the same text.'],
  ['equal texts of different line ends', 'a\r\n', 'a\n', 3, 'Both have the same text.'],
  ['bytes that are no text', '\0\0\0\0', 'a\n', 4, 'We couldn’t compare these versions.'],
  ['large texts', 'a', 'b', 1024 * 1024, 'These texts are too large to compare here.'],
])('a sentence stands in the place of a comparison: %s', async (...given) => {
  const [, before, after, size, note] = given;
  const { box } = await compare(before, after, size);
  await eventually(() => expect(box.textContent).toContain(note));
});

test('a comparison that is cut says how much of it is shown', async () => {
  const added = Array.from({ length: 3_100 }, (_, at) => `line ${at}\n`).join('');
  const { box } = await compare('title\n', `title\n${added}`);
  await eventually(() => expect(box.textContent).toContain('Only the first 3,000 lines are shown.'));
  expect(box.querySelectorAll('.compare-line')).toHaveLength(3_000);
});
