import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import type { Entry } from '../entry.ts';
import { folderSource } from '../listing/listing-source.ts';
import { actionServer } from '../testing/action-server.ts';
import { entryNamed } from '../testing/entries.ts';
import { batchOf, type Batch } from './batch.ts';
import { downloadArchive } from './commands.tsx';

const longestAddress = 2000;
const origin = { source: folderSource('f'), isTrash: false };
const folder = entryNamed('folder', { type: 'folder' });

beforeAll(withMessages);
beforeEach(() => toasts.set([]));

/** Requests the archive. @returns the requests to the server, and the addresses that the browser was sent to. */
const asking = (batch: Batch) => {
  const calls = actionServer();
  const saved: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href'));
  });
  return { calls, saved, downloading: downloadArchive(new QueryClient(), batch) };
};

test.each([
  ['a folder', [folder], 'id-folder%7Cfolder'],
  ['several items', [folder, entryNamed('a')], 'id-folder%7Cfolder%2Cid-a%7Cfile'],
])(
  'the archive of %s has an address of its own, and nothing is asked before',
  async (_what, entries, items) => {
    const { calls, saved, downloading } = asking(batchOf(entries, origin));
    await downloading;
    expect(saved).toEqual([`/api/zip?items=${items}`]);
    expect(calls).toEqual([]);
  },
);

describe('an address', () => {
  /** Returns an item whose archive has an address of so many characters. */
  const itemOf = (length: number): Entry => {
    const id = 'i'.repeat(length - '/api/zip?items=%7Cfile'.length);
    return { ...entryNamed('a'), id };
  };

  test('of the longest permitted length is used', async () => {
    const { calls, saved, downloading } = asking(batchOf([itemOf(longestAddress)], origin));
    await downloading;
    expect(saved.map((address) => address?.length)).toEqual([longestAddress]);
    expect(calls).toEqual([]);
  });

  test('beyond that length is requested from the server', async () => {
    const item = itemOf(longestAddress + 1);
    const { calls, saved, downloading } = asking(batchOf([item], origin));
    expect(calls).toMatchObject([{ path: '/api/zip', body: { items: [{ id: item.id, type: 'file' }] } }]);
    expect(saved).toEqual([]);
    calls[0]?.answer({ data: { url: '/api/zip?selection=s' } }, 201);
    await downloading;
    expect(saved).toEqual(['/api/zip?selection=s']);
  });
});

test('everything except some is requested without a list of all items', async () => {
  const kept = entryNamed('kept');
  const batch: Batch = { ...origin, all: true, except: new Map([[kept.id, kept]]), count: 99_999 };
  const { calls, saved, downloading } = asking(batch);
  const all = { id: 'f', in: 'folder', except: [kept.id] };
  expect(calls).toMatchObject([{ path: '/api/zip', body: { all_of: all } }]);
  calls[0]?.answer({ data: { url: '/api/zip?selection=s' } }, 201);
  await downloading;
  expect(saved).toEqual(['/api/zip?selection=s']);
});

test('a user who may no longer download reads why', async () => {
  alerts.set([]);
  const batch: Batch = { ...origin, all: true, except: new Map(), count: 3 };
  const { calls, saved, downloading } = asking(batch);
  calls[0]?.answer({ code: 'download.disabled', message: '', status: 403 }, 403);
  await eventually(() => expect(calls[1]).toMatchObject({ path: '/api/user' }));
  const restrictions = { canUpload: true, canDownload: false, canCreateFolder: true, reason: 'An audit.' };
  calls[1]?.answer({ data: { id: 'me', meta: { restrictions } } });
  await downloading;
  expect(alerts.get()).toMatchObject([
    { title: 'Downloading is temporarily disabled', message: 'An audit.' },
  ]);
  expect([saved, toasts.get()]).toEqual([[], []]);
});

test('a missing archive shows its reason', async () => {
  const batch: Batch = { ...origin, all: true, except: new Map(), count: 3 };
  const { calls, saved, downloading } = asking(batch);
  calls[0]?.answer({ code: 'plugin.refused', message: 'Not now.', status: 422 }, 422);
  await downloading;
  expect(saved).toEqual([]);
  expect(toasts.get()).toMatchObject([{ type: 'danger', message: 'Couldn’t download 3 items. Not now.' }]);
});
