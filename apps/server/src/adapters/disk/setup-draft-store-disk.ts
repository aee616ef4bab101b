import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type SetupImage, setupImages } from '@holdall/contract/setup';
import { replaceFile } from '#lib/replace-file.ts';
import { makeSetupCode } from '#lib/setup-code.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';

const ownerOnly = 0o700;

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Keeps it as files in a folder; each is replaced as a whole. */
export const createDiskSetupDraftStore = (folder: string): SetupDraftStore => {
  const pathOf = (name: string): string => join(folder, name);
  const imageOf = (name: SetupImage): string => pathOf(`${name}.image`);
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(folder, { recursive: true, mode: ownerOnly });
    replaceFile(path, content);
  };
  return {
    readDraft: () => {
      const text = readText(pathOf('draft.json'));
      try {
        return text === undefined ? undefined : (JSON.parse(text) as unknown);
      } catch {
        return undefined;
      }
    },
    writeDraft: (draft) => write(pathOf('draft.json'), `${JSON.stringify(draft, null, 2)}\n`),
    listImages: () => {
      if (!existsSync(folder)) return [];
      const names = new Set(readdirSync(folder));
      return setupImages.filter((name) => names.has(`${name}.image`));
    },
    readImage: (name) => (existsSync(imageOf(name)) ? readFileSync(imageOf(name)) : undefined),
    writeImage: (name, bytes) => write(imageOf(name), bytes),
    removeImage: (name) => rmSync(imageOf(name), { force: true }),
    code: () => {
      const known = readText(pathOf('code'))?.trim();
      if (known !== undefined && known !== '') return known;
      const code = makeSetupCode();
      write(pathOf('code'), `${code}\n`);
      return code;
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
};
