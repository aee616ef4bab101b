import { expect, test } from 'vitest';
import type { PreviewItem } from './preview-item.ts';
import { pictureKind, previewKind } from './preview-kind.ts';

const thumbnail = { xs: '/a', sm: '/b', md: '/c', lg: '/d' };
const item = (
  name: string,
  mimetype: string | null,
  attributes: Partial<PreviewItem['attributes']> = {},
): PreviewItem => ({
  id: '0190a0a0-0000-7000-8000-000000000000',
  type: 'file',
  attributes: {
    name,
    mimetype,
    color: null,
    emoji: null,
    parent_id: null,
    size: 1,
    category: null,
    file_url: '/x',
    thumbnail: null,
    deleted_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    modified_at: '2026-01-01T00:00:00.000Z',
    ...attributes,
  },
  relationships: { shared: null },
});

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'none'],
  ['a.heic', 'image/heic', 'none'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.mp3', 'audio/mpeg', 'audio'],
  ['a.pdf', 'application/pdf', 'pdf'],
  ['a.md', 'text/markdown', 'markdown'],
  ['a.md', 'text/plain', 'markdown'],
  // The media type counts, not the name.
  ['a.md', 'text/html', 'text'],
  ['a.txt', 'text/html', 'text'],
  ['a.png', 'text/html', 'text'],
  ['a.html', 'text/html', 'text'],
  ['a.ts', 'video/mp2t', 'video'],
  ['a.ts', null, 'text'],
  ['Makefile', 'application/octet-stream', 'text'],
  ['a.json', 'application/json', 'text'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'none'],
  ['a.zip', 'application/zip', 'none'],
  ['a.bin', 'application/octet-stream', 'none'],
] as const)('%s of type %s: %s', (name, type, kind) => {
  expect(previewKind(item(name, type))).toBe(kind);
});

test('images that browsers must not show are shown by their thumbnails', () => {
  expect(previewKind(item('a.svg', 'image/svg+xml', { thumbnail }))).toBe('picture');
  expect(previewKind(item('a.heic', 'image/heic', { thumbnail }))).toBe('picture');
});

test.each(['image/png', 'text/plain', 'video/mp4', 'application/pdf', null])(
  'of an empty file there is nothing to show, whatever it is called (%s)',
  (type) => {
    expect(previewKind(item('a.png', type, { size: 0 }))).toBe('empty');
  },
);

test('a file in the trash is not looked into', () => {
  expect(previewKind(item('a.png', 'image/png', { deleted_at: '2026-01-01T00:00:00.000Z' }))).toBe('none');
});

test('only the server’s picture is shown where bytes are counted, if there is one', () => {
  expect(pictureKind(item('a.png', 'image/png'))).toBe('none');
  expect(pictureKind(item('a.png', 'image/png', { thumbnail }))).toBe('picture');
  expect(pictureKind(item('a.mp4', 'video/mp4', { thumbnail }))).toBe('picture');
  expect(pictureKind(item('a.txt', 'text/plain'))).toBe('none');
  expect(pictureKind(item('a.txt', 'text/plain', { size: 0 }))).toBe('empty');
});
