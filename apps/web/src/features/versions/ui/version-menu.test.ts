import { expect, test } from 'vitest';
import { versionActions } from './version-menu.tsx';

const plain = { pinned: false, label: '' };

test('an owner has all actions of a version', () => {
  expect(versionActions(plain, { isOwner: true, canCopy: true, isComparable: true, isBusy: false })).toEqual([
    'open',
    'compare',
    'restore',
    'restore_copy',
    'download',
    'name',
    'pin',
    'delete',
  ]);
});

test('a guest who may edit neither names, pins nor deletes versions', () => {
  expect(
    versionActions(plain, { isOwner: false, canCopy: true, isComparable: false, isBusy: false }),
  ).toEqual(['open', 'restore', 'restore_copy', 'download']);
});

test('guests of a single file make no copies of its versions', () => {
  const abilities = { isOwner: false, canCopy: false, isComparable: true, isBusy: false };
  expect(versionActions(plain, abilities)).toEqual(['open', 'compare', 'restore', 'download']);
});

test('a damaged version is opened, named and deleted, and its bytes are asked for by nothing', () => {
  const damaged = { ...plain, damaged_at: '2026-04-01T00:00:00.000Z' };
  const abilities = { isOwner: true, canCopy: true, isComparable: false, isBusy: false };
  expect(versionActions(damaged, abilities)).toEqual(['open', 'name', 'pin', 'delete']);
});

test('nothing is restored or deleted while another version is', () => {
  const abilities = { isOwner: true, canCopy: true, isComparable: false };
  const ofBusy = versionActions(plain, { ...abilities, isBusy: true });
  expect(versionActions(plain, { ...abilities, isBusy: false }).filter((is) => !ofBusy.includes(is))).toEqual(
    ['restore', 'delete'],
  );
});

test('a pinned version is unpinned, unless it has a name, which pins', () => {
  const pinning = (version: { pinned: boolean; label: string }) =>
    versionActions(version, { isOwner: true, canCopy: true, isComparable: false, isBusy: false }).filter(
      (action) => action.endsWith('pin'),
    );
  expect(pinning({ pinned: true, label: '' })).toEqual(['unpin']);
  expect(pinning({ pinned: true, label: 'Final' })).toEqual([]);
});
