import { beforeAll, expect, test, vi } from 'vitest';
import { batchOf } from '../actions/batch.ts';
import { folderSource } from '../listing-source.ts';
import { actionServer } from '../testing/action-server.ts';
import { draw } from '../testing/draw.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { entryNamed } from '../testing/entries.ts';
import { MoveClashPopup } from './move-clash.popup.tsx';

beforeAll(withMessages);

const batch = batchOf([entryNamed('a.txt')], { source: folderSource(null), isTrash: false });
const asking = async () => {
  const calls = actionServer();
  const onClose = vi.fn<() => void>();
  const to = { id: 'id-folder', name: 'Invoices' };
  const { press } = await draw(<MoveClashPopup batch={batch} to={to} onClose={onClose} />);
  return { calls, onClose, press };
};

test.each([
  ['Keep both', 'rename'],
  ['Replace', 'replace'],
])('%s moves the items in that way', async (choice, onConflict) => {
  const { calls, onClose, press } = await asking();
  await press(choice);
  expect(onClose).toHaveBeenCalledTimes(1);
  await eventually(() =>
    expect(calls).toMatchObject([
      {
        path: '/api/move',
        body: { to_id: 'id-folder', items: [{ id: 'id-a.txt', type: 'file' }], on_conflict: onConflict },
      },
    ]),
  );
});

test('Cancel leaves them where they are', async () => {
  const { calls, onClose, press } = await asking();
  await press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(calls).toEqual([]);
});
