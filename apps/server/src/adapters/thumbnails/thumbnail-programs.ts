import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Method, Programs } from './worker/protocol.ts';

/** Programs of this machine, by the absolute path. */
export interface Tools extends Programs {
  /** Drops privileges, and ends a process together with its parent, however that ends. */
  readonly setpriv: string | undefined;
  /** Shows a process a machine of its own: without its files, its processes and its network. */
  readonly bwrap: string | undefined;
  /** Takes the network away. */
  readonly unshare: string | undefined;
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @param searchPath as the environment's PATH: folders separated by colons */
const find = (name: string, searchPath: string): string | undefined =>
  searchPath
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find(isProgram);

/** Looks for the programs that thumbnails can use; each may be missing. */
export const findTools = (searchPath: string): Tools => ({
  ffmpeg: find('ffmpeg', searchPath),
  ffprobe: find('ffprobe', searchPath),
  heifConvert: find('heif-convert', searchPath),
  prlimit: find('prlimit', searchPath),
  setpriv: find('setpriv', searchPath),
  bwrap: find('bwrap', searchPath),
  unshare: find('unshare', searchPath),
});

const rasterTypes = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'].map((name) => `image/${name}`);
const heifTypes = ['image/heic', 'image/heif'];
const videoNames =
  'mp4 quicktime x-m4v 3gpp 3gpp2 webm x-matroska matroska x-msvideo mpeg mp2t ogg x-flv x-ms-asf x-ms-wmv';
const videoTypes = videoNames.split(' ').map((name) => `video/${name}`);

const methods: ReadonlyMap<string, Method> = new Map([
  ...rasterTypes.map((type) => [type, 'raster'] as const),
  ...heifTypes.map((type) => [type, 'heif'] as const),
  ...videoTypes.map((type) => [type, 'video'] as const),
  ['image/svg+xml', 'svg'],
  ['application/pdf', 'pdf'],
]);

/** Tells whether a method works with these programs. */
const works = (method: Method, { ffmpeg, heifConvert }: Programs): boolean => {
  if (method === 'video') return ffmpeg !== undefined;
  return method !== 'heif' || heifConvert !== undefined;
};

/** Returns the method for a media type; undefined where it is not supported. */
export const methodOf = (type: string, programs: Programs): Method | undefined => {
  const method = methods.get(type);
  return method !== undefined && works(method, programs) ? method : undefined;
};

/** Returns the media types that these programs can decode. */
export const typesWith = (programs: Programs): string[] =>
  [...methods].filter(([, method]) => works(method, programs)).map(([type]) => type);
