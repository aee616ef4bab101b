import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '#lib/file-sync.ts';
import { sealerKeyBytes } from '#adapters/sealer-aes.ts';

const shape = /^[0-9a-f]{64}\n?$/;
const ownerOnly = 0o600;

const readKey = (path: string): Uint8Array | undefined => {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (!shape.test(text)) throw new Error(`${path} is damaged: it must hold 64 hexadecimal digits`);
  chmodSync(path, ownerOnly);
  return Buffer.from(text.trim(), 'hex');
};

const syncFolder = (path: string): void => {
  // Windows cannot open directories; its file system journals what is new.
  if (process.platform === 'win32') return;
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const writeWhole = (path: string, text: string): void => {
  const file = openSync(path, 'wx', ownerOnly);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Gives a finished file its name, unless another process was first. */
const publish = (draft: string, path: string): void => {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    // A file system without hard links.
    try {
      copyFileSync(draft, path, constants.COPYFILE_EXCL);
    } catch (second) {
      if (systemErrorCode(second) !== 'EEXIST') throw second;
    }
  }
};

/**
 * Returns the key of an installation without a configured one: it is created at the first start, atomically and
 * only once, even when several processes start together.
 *
 * @param path the file that keeps it
 */
export const openSecretKey = (path: string): Uint8Array => {
  const known = readKey(path);
  if (known !== undefined) return known;
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    writeWhole(draft, `${randomBytes(sealerKeyBytes).toString('hex')}\n`);
    publish(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
  const made = readKey(path);
  if (made === undefined) throw new Error(`${path} was removed while it was made`);
  return made;
};
