import { extensionOf, isTextFile } from '#shared/lib/text-file.ts';
import type { PreviewItem } from './preview-item.ts';

/** The form in which a file is shown: `none` by its facts alone, `picture` by its thumbnail; of `empty` there is nothing. */
export type PreviewKind =
  | 'image'
  | 'picture'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'markdown'
  | 'text'
  | 'empty'
  | 'none';

/** Raster images that browsers show; SVG is none of them (security rule 7). */
const images: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/vnd.microsoft.icon',
  'image/x-icon',
]);

/** Returns how to show a file of which only the server's image may be viewed. */
export const pictureKind = ({ type, attributes }: PreviewItem): PreviewKind => {
  if (type === 'folder' || attributes.deleted_at !== null) return 'none';
  if (attributes.size === 0) return 'empty';
  return attributes.thumbnail ? 'picture' : 'none';
};

/** Returns how to show a file. Its type was sniffed by the server, so that it counts before the name. */
export const previewKind = ({ type: kind, attributes }: PreviewItem): PreviewKind => {
  if (kind === 'folder' || attributes.deleted_at !== null) return 'none';
  const { name, size } = attributes;
  if (size === 0) return 'empty';
  const [type = ''] = (attributes.mimetype ?? '').split(';');
  if (images.has(type)) return 'image';
  // SVG, HEIC, TIFF: shown as the picture that the server has made of them, if it has.
  if (type.startsWith('image/')) return attributes.thumbnail ? 'picture' : 'none';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  if (type === 'application/pdf') return 'pdf';
  const isMarkdown = type === 'text/markdown' || ['md', 'markdown'].includes(extensionOf(name));
  if (isMarkdown && (type === '' || type === 'application/octet-stream' || type.startsWith('text/')))
    return type === 'text/html' ? 'text' : 'markdown';
  if (isTextFile(name, type)) return 'text';
  return 'none';
};
