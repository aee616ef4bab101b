import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import type { Entry } from '../entry.ts';
import { sharedSource } from '../listing/listing-source.ts';
import { sortingFrom } from '../listing/sorting.ts';
import type { EntryProps } from './entry-props.ts';
import { SharedRow } from './shared-row.tsx';
import { SharedTile } from './shared-tile.tsx';

beforeAll(withMessages);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
  return () => vi.useRealTimers();
});

type Link = NonNullable<Entry['relationships']['shared']>['data']['attributes'];
const entryOf = (link: Partial<Link>): Entry => ({
  id: 'item',
  type: 'folder',
  attributes: {
    name: 'Drawings',
    color: null,
    emoji: null,
    parent_id: null,
    size: null,
    mimetype: null,
    category: null,
    file_url: null,
    thumbnail: null,
    created_at: '2026-11-20T10:00:00Z',
    modified_at: '2026-11-20T10:00:00Z',
    deleted_at: null,
    items: 3,
  },
  relationships: {
    shared: {
      data: {
        id: 'link',
        type: 'share',
        attributes: {
          token: 'token-of-a-link-0123456789',
          item_id: 'item',
          name: null,
          label: '',
          permission: 'editor',
          protected: true,
          expires_at: new Date(2026, 10, 23, 10, 41).toISOString(),
          expiration: 24,
          download_limit: null,
          downloads: 4,
          visits: 9,
          url: '',
          created_at: '2026-11-20T10:00:00Z',
          unseen: 0,
          ...link,
        },
      },
    },
  },
});
const draw = async (Item: typeof SharedRow | typeof SharedTile, link: Partial<Link>, compact = false) => {
  const props: EntryProps = {
    entry: entryOf(link),
    index: 0,
    id: 'row',
    source: sharedSource,
    sorting: sortingFrom('', sharedSource),
    inTrash: false,
    selected: false,
    active: false,
    compact,
    selecting: false,
    renaming: false,
    cut: false,
    favourite: false,
  };
  const place = openPlace();
  await place.draw(<Item {...props} />);
  return place.box;
};
const cells = (box: HTMLElement) =>
  [...box.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent).filter(Boolean);

test('a row shows the permissions of its link, its end, and its number of uses', async () => {
  const box = await draw(SharedRow, { unseen: 2, download_limit: 10 });
  expect(cells(box)).toEqual(['Editorpassword-protected', '23 Nov, 10:41', '9', '4 of 10', '20 Nov']);
  expect(box.querySelector('[data-action="guests"]')?.textContent).toBe('2 new');
  expect(box.querySelector('[data-action="unshare"]')?.getAttribute('aria-label')).toBe(
    'Stop sharing Drawings',
  );
});

test('a link with days left shows the day of its end, one without an end shows never', async () => {
  const later = await draw(SharedRow, { expires_at: new Date(2026, 10, 26, 10, 41).toISOString() });
  expect(cells(later)[1]).toBe('26 Nov');
  expect(cells(await draw(SharedRow, { expires_at: null, permission: 'visitor' }))[1]).toBe('Never');
});

test('the two lines of a phone and a tile show the same facts', async () => {
  const facts = 'Editor · password-protected · expires 23 Nov, 10:41 · 9 visits';
  expect((await draw(SharedRow, {}, true)).querySelector('.list-facts')?.textContent).toBe(facts);
  expect((await draw(SharedTile, {})).querySelector('.grid-facts')?.textContent).toBe(facts);
  expect((await draw(SharedTile, { unseen: 3 })).querySelector('.grid-facts')?.textContent).toContain(
    '3 new',
  );
});
