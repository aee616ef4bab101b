import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { readContent, saveContent, type EditedItem } from './content.ts';
import { deleteDraft, findDraft, storeDraft } from './drafts.ts';
import { createEditSession } from './edit-session.ts';

vi.mock(import('./content.ts'), () => ({ readContent: vi.fn(), saveContent: vi.fn() }));
vi.mock(import('./drafts.ts'), () => ({
  deleteDraft: vi.fn(async () => undefined),
  findDraft: vi.fn(async () => undefined),
  storeDraft: vi.fn(async () => true),
}));
vi.mock(import('./draft-hold.ts'), () => ({
  holdDrafts: async () => ({ isHeld: () => true, release: () => undefined }),
}));

const attributes = { name: 'a.txt', parent_id: null, deleted_at: null } as EditedItem['attributes'];
const item = { id: 'a', type: 'file', attributes } as EditedItem;
const contentOf = (text: string, etag: string) => ({ etag, bytes: new TextEncoder().encode(text) });
const refusal = (code: 'item.changed' | 'item.not_found') => new ApiError({ status: 412, code, message: '' });

beforeEach(() => vi.clearAllMocks());

const open = async (file: string, etag = '"1"') => {
  vi.mocked(readContent).mockResolvedValue(contentOf(file, etag));
  const page = {
    text: undefined as string | undefined,
    lookUp: vi.fn(async (): Promise<EditedItem | undefined> => item),
  };
  const onSaved = vi.fn();
  const onReplaced = vi.fn();
  const session = createEditSession({
    owner: 'ada',
    item: () => item,
    lookUp: () => page.lookUp(),
    text: () => page.text,
    onSaved,
    onSignedOut: vi.fn(),
    onReplaced,
  });
  await session.start();
  page.text = session.state.get().shown.text;
  const type = (text: string): void => {
    page.text = text;
    session.edited();
  };
  return { session, page, type, onSaved, onReplaced, state: () => session.state.get() };
};

test('a save replaces exactly the content that was read, in its own line ends', async () => {
  const { session, type, state, onSaved } = await open('a\r\n');
  type('a\nb\n');
  expect(state().isDirty).toBe(true);
  vi.mocked(saveContent).mockResolvedValue({ item, etag: '"2"' });
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenCalledWith({
    item,
    bytes: new TextEncoder().encode('a\r\nb\r\n'),
    etag: '"1"',
  });
  expect(onSaved).toHaveBeenCalledWith(item);
  expect(state()).toMatchObject({ isDirty: false, isSaving: false });
  expect(deleteDraft).toHaveBeenCalledWith({ owner: 'ada', itemId: 'a' });
});

test('text that is typed during a save is still unsaved after it', async () => {
  const { session, type, state } = await open('a');
  type('ab');
  vi.mocked(saveContent).mockImplementation(async () => {
    type('abc');
    return { item, etag: '"2"' };
  });
  await session.save();
  expect(state().isDirty).toBe(true);
  expect(storeDraft).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'abc', etag: '"2"' }));
});

test('a save that somebody else was faster than shows both sides, and goes on from the other one', async () => {
  const { session, type, state } = await open('a');
  type('mine');
  vi.mocked(saveContent).mockRejectedValueOnce(refusal('item.changed'));
  vi.mocked(readContent).mockResolvedValue(contentOf('theirs', '"2"'));
  expect(await session.save()).toBe(false);
  expect(state()).toMatchObject({ saved: 'theirs', isDirty: true });
  vi.mocked(saveContent).mockResolvedValue({ item, etag: '"3"' });
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenLastCalledWith(expect.objectContaining({ etag: '"2"' }));
  expect(state().saved).toBeUndefined();
});

test('a file that was renamed meanwhile is saved under its new name', async () => {
  const { session, type, page } = await open('a');
  type('b');
  const renamed = { ...item, attributes: { ...attributes, name: 'b.txt' } };
  page.lookUp.mockResolvedValue(renamed);
  vi.mocked(saveContent).mockRejectedValueOnce(refusal('item.changed'));
  vi.mocked(saveContent).mockResolvedValue({ item: renamed, etag: '"2"' });
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenLastCalledWith(expect.objectContaining({ item: renamed, etag: '"1"' }));
});

test('a file that was deleted meanwhile is saved as a new one', async () => {
  const { session, type, page, state } = await open('a');
  type('b');
  page.lookUp.mockResolvedValue(undefined);
  vi.mocked(saveContent).mockRejectedValueOnce(refusal('item.changed'));
  expect(await session.save()).toBe(false);
  expect(state()).toMatchObject({ isGone: true, isDirty: true });
  vi.mocked(saveContent).mockResolvedValue({ item: { ...item, id: 'b' }, etag: '"2"' });
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenLastCalledWith(expect.objectContaining({ etag: undefined }));
});

test('text that is typed while a new file is saved goes on in that file', async () => {
  const { session, type, page, state, onSaved } = await open('a');
  type('b');
  await session.check({ ...item, attributes: { ...attributes, deleted_at: '2026-01-01T00:00:00Z' } });
  const made = { ...item, id: 'new', attributes: { ...attributes, name: 'a (1).txt' } };
  vi.mocked(saveContent).mockImplementationOnce(async () => {
    type('bc');
    return { item: made, etag: '"2"' };
  });
  expect(await session.save()).toBe(true);
  expect(onSaved).toHaveBeenCalledWith(made);
  expect(deleteDraft).toHaveBeenLastCalledWith({ owner: 'ada', itemId: 'a' });
  expect(storeDraft).toHaveBeenLastCalledWith(expect.objectContaining({ itemId: 'new', text: 'bc' }));
  // The page still tells of the deleted file until it shows the new one.
  await session.check({ ...item, attributes: { ...attributes, deleted_at: '2026-01-01T00:00:00Z' } });
  expect(state()).toMatchObject({ isGone: false, isDirty: true });
  vi.mocked(saveContent).mockResolvedValue({ item: made, etag: '"3"' });
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenLastCalledWith(expect.objectContaining({ item: made, etag: '"2"' }));
  expect(page.lookUp).not.toHaveBeenCalled();
});

test('another file that has got the name of a renamed one keeps its content', async () => {
  const { session, type, page } = await open('a\r\n');
  type('b\n');
  const other = { ...item, id: 'other' };
  const renamed = { ...item, attributes: { ...attributes, name: 'b.txt' } };
  page.lookUp.mockResolvedValue(renamed);
  vi.mocked(saveContent)
    .mockResolvedValueOnce({ item: other, etag: '"2"' })
    .mockResolvedValueOnce({ item: other, etag: '"1"' })
    .mockResolvedValueOnce({ item: renamed, etag: '"2"' });
  expect(await session.save()).toBe(true);
  const bytes = new TextEncoder().encode('b\r\n');
  expect(vi.mocked(saveContent).mock.calls.map(([saving]) => saving)).toEqual([
    { item, bytes, etag: '"1"' },
    { item: other, bytes: new TextEncoder().encode('a\r\n'), etag: '"2"' },
    { item: renamed, bytes, etag: '"1"' },
  ]);
});

test('a save whose answer was lost counts as saved by the next one', async () => {
  const { session, type, state, onSaved } = await open('a');
  type('b');
  vi.mocked(saveContent).mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', message: '' }));
  expect(await session.save()).toBe(false);
  vi.mocked(saveContent).mockRejectedValueOnce(refusal('item.changed'));
  vi.mocked(readContent).mockResolvedValue(contentOf('b', '"2"'));
  expect(await session.save()).toBe(true);
  expect(onSaved).toHaveBeenCalledWith(item);
  expect(state()).toMatchObject({ saved: undefined, isDirty: false, failure: undefined });
});

test('text that was typed after a save whose answer was lost is saved over it', async () => {
  const { session, type, state } = await open('a');
  type('b');
  vi.mocked(saveContent).mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', message: '' }));
  await session.save();
  type('bc');
  vi.mocked(saveContent).mockRejectedValueOnce(refusal('item.changed'));
  vi.mocked(saveContent).mockResolvedValueOnce({ item, etag: '"3"' });
  vi.mocked(readContent).mockResolvedValue(contentOf('b', '"2"'));
  expect(await session.save()).toBe(true);
  expect(saveContent).toHaveBeenLastCalledWith(
    expect.objectContaining({ etag: '"2"', bytes: new TextEncoder().encode('bc') }),
  );
  expect(state()).toMatchObject({ saved: undefined, isDirty: false });
});

test('a page that hears of its own save, or of an equal text, asks nothing', async () => {
  const { session, type, state, onReplaced } = await open('a');
  type('b');
  vi.mocked(saveContent).mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', message: '' }));
  await session.save();
  type('bc');
  vi.mocked(readContent).mockResolvedValue(contentOf('b', '"2"'));
  await session.check(item);
  expect(state()).toMatchObject({ isChanged: false, isDirty: true, failure: undefined });
  vi.mocked(readContent).mockResolvedValue(contentOf('bc', '"3"'));
  await session.check(item);
  expect(state()).toMatchObject({ isChanged: false, isDirty: false });
  expect(onReplaced).not.toHaveBeenCalled();
});

test('a file that comes into the trash is told of before it is saved', async () => {
  const { session, state } = await open('a');
  const trashed = { ...item, attributes: { ...attributes, deleted_at: '2026-01-01T00:00:00Z' } };
  vi.mocked(readContent).mockClear();
  await session.check(trashed);
  expect(readContent).not.toHaveBeenCalled();
  expect(state()).toMatchObject({ isGone: true, isDirty: true });
});

test('a save that fails says why, and leaves the text unsaved', async () => {
  const { session, type, state } = await open('a');
  type('b');
  const failure = new ApiError({ status: 0, code: 'network', message: '' });
  vi.mocked(saveContent).mockRejectedValueOnce(failure);
  expect(await session.save()).toBe(false);
  expect(state()).toMatchObject({ failure, isDirty: true, isSaving: false });
});

test('unsaved text comes back, and is compared where the file has changed meanwhile', async () => {
  const draft = {
    owner: 'ada',
    itemId: 'a',
    etag: '"1"',
    text: 'draft',
    at: 5,
    format: { hasMark: false, lineEnd: '\n' as const },
  };
  vi.mocked(findDraft).mockResolvedValueOnce(draft);
  const same = await open('a');
  expect(same.state()).toMatchObject({
    shown: { text: 'draft' },
    isDirty: true,
    restoredAt: 5,
    saved: undefined,
  });
  same.session.revert();
  expect(same.state()).toMatchObject({ shown: { text: 'a' }, isDirty: false, restoredAt: undefined });
  vi.mocked(findDraft).mockResolvedValueOnce(draft);
  const changed = await open('theirs', '"2"');
  expect(changed.state()).toMatchObject({ shown: { text: 'draft' }, isDirty: true, saved: 'theirs' });
  vi.mocked(findDraft).mockResolvedValueOnce({ ...draft, text: 'a' });
  expect((await open('a')).state()).toMatchObject({
    shown: { text: 'a' },
    isDirty: false,
    restoredAt: undefined,
  });
});

test('content that was saved elsewhere replaces an unchanged text alone', async () => {
  const { session, page, type, state, onReplaced } = await open('a');
  vi.mocked(readContent).mockResolvedValue(undefined);
  await session.check(item);
  expect(readContent).toHaveBeenLastCalledWith(item, { known: '"1"' });
  vi.mocked(readContent).mockResolvedValue(contentOf('b', '"2"'));
  await session.check(item);
  expect(state()).toMatchObject({ shown: { text: 'b' }, isDirty: false });
  expect(onReplaced).toHaveBeenCalledOnce();
  page.text = 'b';
  type('mine');
  vi.mocked(readContent).mockResolvedValue(contentOf('c', '"3"'));
  await session.check(item);
  expect(state()).toMatchObject({ shown: { text: 'b' }, isChanged: true, saved: undefined });
  await session.compare();
  expect(state()).toMatchObject({ isChanged: false, saved: 'c' });
});

test('bytes that are no UTF-8 are not edited', async () => {
  vi.mocked(readContent).mockResolvedValue({ etag: '"1"', bytes: new Uint8Array([0xff, 0xfe]) });
  const session = createEditSession({
    owner: 'ada',
    item: () => item,
    lookUp: async () => item,
    text: () => '',
    onSaved: vi.fn(),
    onSignedOut: vi.fn(),
    onReplaced: vi.fn(),
  });
  await session.start();
  expect(session.state.get().status).toBe('refused');
});

test('an editor that goes before its text is drawn stores nothing', async () => {
  const { session, page } = await open('a');
  page.text = undefined;
  await session.end(true);
  expect(storeDraft).not.toHaveBeenCalled();
});

test('unsaved text is stored as the editor goes, unless it is dropped', async () => {
  const kept = await open('a');
  kept.type('b');
  await kept.session.end(true);
  expect(storeDraft).toHaveBeenCalledWith(expect.objectContaining({ text: 'b', etag: '"1"' }));
  vi.clearAllMocks();
  const dropped = await open('a');
  dropped.type('b');
  await dropped.session.end(false);
  expect(storeDraft).not.toHaveBeenCalled();
  expect(deleteDraft).toHaveBeenCalled();
});
