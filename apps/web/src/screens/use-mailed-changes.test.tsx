import type { EndedShare } from '@holdall/contract/shares';
import { afterEach, expect, test } from 'vitest';
import { sharingPopup } from '#features/sharing/sharing.store.ts';
import { itemOf, linkOf } from '#features/sharing/testing/links.ts';
import { currentLocation, navigate, useLocation } from '#shared/router/location.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { useMailedChanges } from './use-mailed-changes.ts';

const Page = () => {
  useMailedChanges(useLocation().search);
  return null;
};

const ended: EndedShare = {
  id: 'ended',
  type: 'ended_share',
  attributes: { token: 'over', item_id: 'item', name: 'Drawings', ended_at: null, entries: 2, unseen: 1 },
};

afterEach(() => {
  sharingPopup.set(undefined);
  navigate('/');
});

const follow = async (item: object | undefined, history: readonly EndedShare[]) => {
  openServer(({ path }) => {
    if (path.endsWith('/share-history')) return Response.json({ data: history, meta: { more: false } });
    return item === undefined
      ? Response.json({ code: 'item.not_found' }, { status: 404 })
      : Response.json(item);
  });
  sharingPopup.set(undefined);
  navigate('/platform/my-shared-items?sort=name&dir=asc&changes=item');
  const { draw } = openPlace();
  await draw(<Page />);
  await change();
  await draw(null);
  return sharingPopup.get();
};

test('the changes of guests open by their address, which opens them once', async () => {
  const item = { data: itemOf('folder', linkOf({ token: 'live' })), meta: { ancestors: [] } };
  expect(await follow(item, [ended])).toEqual({ about: 'news', token: 'live', name: 'Drawings' });
  const { pathname, search } = currentLocation();
  expect(`${pathname}${search}`).toBe('/platform/my-shared-items?sort=name&dir=asc');
});

test('the link may have ended, with or without the item', async () => {
  const popup = { about: 'news', token: 'over', name: 'Drawings' };
  expect(await follow({ data: itemOf('folder'), meta: { ancestors: [] } }, [ended])).toEqual(popup);
  expect(await follow(undefined, [ended])).toEqual(popup);
});

test('nothing opens where nothing is known of the changes', async () => {
  expect(await follow(undefined, [])).toBeUndefined();
});
