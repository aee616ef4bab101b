import type { Config } from '@holdall/contract/settings';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { trashSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { TrashRow } from './trash-row.tsx';

beforeAll(withMessages);
beforeAll(() => putConfig({ trashRetentionDays: 30 } as Config));

test('the time that is left comes first on a phone, which cuts the end of the line', () => {
  const entry = entryNamed('a.txt');
  const deleted = { ...entry, attributes: { ...entry.attributes, deleted_at: new Date().toISOString() } };
  const states = { active: false, selecting: false, renaming: false, cut: false, favourite: false };
  const box = document.createElement('div');
  box.innerHTML = renderToStaticMarkup(
    <TrashRow
      {...{ entry: deleted, index: 0, id: 'row', inTrash: true, selected: false, compact: true }}
      {...listingOf([deleted], trashSource(null)).ref}
      {...states}
    />,
  );
  expect(box.querySelector('.list-facts')?.textContent).toMatch(/^Deletes in \d+ days · /);
});
