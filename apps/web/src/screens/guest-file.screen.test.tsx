import type { Config } from '@holdall/contract/settings';
import { beforeAll, expect, test } from 'vitest';
import { shareOf } from '#features/guest/testing/shares.ts';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { GuestFileScreen } from './guest-file.screen.tsx';

beforeAll(withMessages);
beforeAll(() => putConfig({ app: { title: 'Northlight' } } as Config));

/** The page of a text file whose link gives so many downloads. */
const openFile = async (
  left: number | null,
  ownerName?: null,
  permission: 'visitor' | 'editor' = 'visitor',
) => {
  const share = shareOf({ downloads_left: left, permission });
  const { data } = share.relationships.item;
  const attributes = { ...data.attributes, name: 'read me.txt', size: 20, mimetype: 'text/plain' };
  const item = { data: { ...data, type: 'file' as const, attributes } };
  const { data: known } = share.relationships.owner;
  const owner = {
    data: { ...known, attributes: { ...known.attributes, ...(ownerName === null && { name: null }) } },
  };
  const { box, draw } = openPlace();
  await draw(
    <GuestFileScreen share={{ ...share, relationships: { ...share.relationships, item, owner } }} />,
  );
  const buttons = [...box.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Download');
  return { box, buttons };
};

test('the cost of a preview is why there is none; there is one way to have the file', async () => {
  const { box, buttons } = await openFile(1);
  expect(box.textContent).toContain('Previews count as downloads for this link. Download the file instead.');
  expect(buttons.map(({ disabled }) => disabled)).toEqual([false]);
});

test('a link that is used up says so, and offers no download', async () => {
  const { box, buttons } = await openFile(0);
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true]);
  const reason = box.querySelector(`[id="${buttons[0]?.getAttribute('aria-describedby')}"]`);
  expect(reason?.textContent).toBe('This link has reached its download limit.');
});

test('an owner without a name is nobody: the file is shared with you', async () => {
  const { box } = await openFile(1);
  expect(box.querySelector('.guest-file-facts')?.textContent).toContain('Shared by ');
  const nameless = await openFile(1, null);
  expect(nameless.box.querySelector('.guest-file-facts')?.textContent).toContain('Shared with you');
  expect(nameless.box.textContent).not.toContain('Somebody');
});

test('a text is edited, and its versions seen, by editors of a link that counts no downloads', async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  openServer(() => never);
  const changes = async (left: number | null, permission: 'visitor' | 'editor') => {
    const { box } = await openFile(left, undefined, permission);
    const names = Array.from(
      box.querySelectorAll('button'),
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    );
    return names.filter((name) => /^(?:Edit|Versions)/.test(name));
  };
  expect(await changes(null, 'editor')).toEqual(['Versions', 'Edit']);
  expect(await changes(null, 'visitor')).toEqual([]);
  expect(await changes(1, 'editor')).toEqual([]);
});
