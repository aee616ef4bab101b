import type { Category } from '@holdall/contract/files';

/** The kinds of file that have a picture and a name of their own. */
export type FileKind =
  | 'image'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'svg'
  | 'video'
  | 'mp4'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'markdown'
  | 'word'
  | 'spreadsheet'
  | 'presentation'
  | 'code'
  | 'zip'
  | 'archive'
  | 'file';

const byExtension: Readonly<Record<string, FileKind>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  svg: 'svg',
  heic: 'image',
  heif: 'image',
  avif: 'image',
  bmp: 'image',
  tif: 'image',
  tiff: 'image',
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'video',
  mkv: 'video',
  webm: 'video',
  avi: 'video',
  mpg: 'video',
  mpeg: 'video',
  mp3: 'audio',
  m4a: 'audio',
  wav: 'audio',
  flac: 'audio',
  ogg: 'audio',
  opus: 'audio',
  aac: 'audio',
  pdf: 'pdf',
  txt: 'text',
  log: 'text',
  rtf: 'text',
  md: 'markdown',
  markdown: 'markdown',
  doc: 'word',
  docx: 'word',
  odt: 'word',
  pages: 'word',
  xls: 'spreadsheet',
  xlsx: 'spreadsheet',
  ods: 'spreadsheet',
  csv: 'spreadsheet',
  numbers: 'spreadsheet',
  ppt: 'presentation',
  pptx: 'presentation',
  odp: 'presentation',
  key: 'presentation',
  js: 'code',
  ts: 'code',
  tsx: 'code',
  jsx: 'code',
  json: 'code',
  html: 'code',
  css: 'code',
  xml: 'code',
  py: 'code',
  rs: 'code',
  go: 'code',
  c: 'code',
  h: 'code',
  cpp: 'code',
  java: 'code',
  sh: 'code',
  yaml: 'code',
  yml: 'code',
  toml: 'code',
  sql: 'code',
  zip: 'zip',
  gz: 'archive',
  tgz: 'archive',
  tar: 'archive',
  bz2: 'archive',
  xz: 'archive',
  '7z': 'archive',
  rar: 'archive',
  zst: 'archive',
};

const byCategory: Readonly<Record<Category, FileKind>> = {
  images: 'image',
  videos: 'video',
  audios: 'audio',
  documents: 'text',
  others: 'file',
};

/** Returns the kind of file that a name and its category stand for. */
export const fileKind = (name: string, category: Category | null): FileKind => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  return known ?? byCategory[category ?? 'others'];
};

const kindCategories: Partial<Record<FileKind, Category>> = {
  image: 'images',
  jpeg: 'images',
  png: 'images',
  gif: 'images',
  webp: 'images',
  svg: 'images',
  video: 'videos',
  mp4: 'videos',
  audio: 'audios',
  zip: 'others',
  archive: 'others',
  file: 'others',
};

/** The category that a kind belongs to, for files that the server has not sorted yet. */
export const categoryOfKind = (kind: FileKind): Category => kindCategories[kind] ?? 'documents';
