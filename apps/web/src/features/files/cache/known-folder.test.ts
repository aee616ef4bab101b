import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pageQuery } from './files.queries.ts';
import { knownName } from './known-folder.ts';
import { folderSource } from '../listing/listing-source.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';

test('the name of a folder is known from its row, and from paths that lead through it', () => {
  const client = new QueryClient();
  const { queryKey } = pageQuery(
    { source: folderSource('deep'), sorting: { field: 'name', direction: 'ASC' } },
    0,
  );
  const above = { id: 'above', name: 'Above', emoji: null, color: null };
  const entries = [entryNamed('inner', { type: 'folder' })];
  client.setQueryData(queryKey, { entries, root: null, meta: { ...metaOf({}), ancestors: [above] } });
  expect(knownName(client, 'id-inner')).toBe('inner');
  expect(knownName(client, 'above')).toBe('Above');
  expect(knownName(client, 'elsewhere')).toBeUndefined();
});
