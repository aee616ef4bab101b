import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';
import { findTools } from '#adapters/thumbnails/thumbnail-programs.ts';

const manifest = z.object({ version: z.string() });
/** Milliseconds until a program must have printed its version. */
const patience = 5_000;

/** The image library's version. It is not loaded for that: only the processes that make pictures do so. */
export const imageLibraryVersion = (): string | undefined => {
  const path = findPackageJSON('sharp', import.meta.url);
  return path === undefined ? undefined : manifest.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
};

/** @param searchPath folders that the program is looked for in, as PATH has them. @returns undefined where it is not there */
export const ffmpegVersion = (searchPath: string): Promise<string | undefined> => {
  const { ffmpeg } = findTools(searchPath);
  if (ffmpeg === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile(ffmpeg, ['-version'], { timeout: patience, encoding: 'utf8' }, (_error, output) =>
      resolve(/^ffmpeg version (\S+)/.exec(output)?.[1]),
    );
  });
};
