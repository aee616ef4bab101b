/** Real files in a temporary folder, for uploading. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface RealFolder {
  /** Absolute path. */
  readonly path: string;
  /** Its content: bytes by path; null is an empty folder. */
  readonly content: ReadonlyMap<string, Buffer | null>;
}

/** Writes `content` to a new folder called `name`. */
export const writeFolder = (name: string, content: ReadonlyMap<string, Buffer | null>): RealFolder => {
  const path = join(mkdtempSync(join(tmpdir(), 'holdall-files-')), name);
  mkdirSync(path);
  for (const [inside, bytes] of content) {
    const target = join(path, inside);
    mkdirSync(bytes === null ? target : dirname(target), { recursive: true });
    if (bytes !== null) writeFileSync(target, bytes);
  }
  return { path, content };
};

/**
 * Files in nested folders, more of them at the top than a browser tells at once, an empty file and an empty folder
 * among them. Their bytes are not random: one in 65,536 of those begins like a program, which a server may refuse.
 */
export const nestedFolder = (name: string, files: number): RealFolder => {
  const content = new Map<string, Buffer | null>();
  for (let index = 0; index < files - 1; index++) {
    const depth = index < 20 ? index % 4 : 0;
    const folders = Array.from({ length: depth }, (_, level) => `level ${level + 1}-${index % 3}`);
    const file = `file ${index + 1}.bin`;
    content.set([...folders, file].join('/'), Buffer.alloc(200 + ((index * 37) % 3_000), `${file} `));
  }
  content.set('empty file.txt', Buffer.alloc(0));
  content.set('empty folder', null);
  return writeFolder(name, content);
};
