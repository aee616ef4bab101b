import { itemName } from '@holdall/contract/files';
import { chunkPrefixLength } from '@holdall/contract/uploads';
import type { FileTarget } from '#features/files/index.ts';
import { AppError } from '#lib/app-error.ts';
import { bareMediaType, extensionOf, typeOfExtension } from '#lib/media-type.ts';
import { sniff } from '#lib/media-sniff.ts';
import type { SentFields, SentQuery } from './uploads.types.ts';

/** How long an unfinished upload may rest, and a finished one can be asked for again: milliseconds. */
export const sessionLifetime = 24 * 60 * 60 * 1000;

/** How long an unfinished upload of a guest may rest: its bytes take somebody else's room. Milliseconds. */
export const guestSessionLifetime = 60 * 60 * 1000;

/** Unfinished uploads that one person may have at a time, and that all guests of a link may have together. */
export const openSessionsAtMost = { person: 1_000, link: 100 } as const;

/** Milliseconds after which a guest who begins anew has given up what they began before: their page was loaded again. */
export const abandonedAfter = 30_000;

interface Extent {
  /** Whole length of the file, where it is known. */
  readonly size: number | undefined;
  /** Where in the file the request's bytes begin; undefined: where the server stands. */
  readonly offset: number | undefined;
  /** Length of the request's bytes as far as it can be guessed. */
  readonly expected: number | undefined;
}

/** Bytes that must have room before a request's bytes are taken. @param received bytes that are there */
export const bytesNeeded = ({ size, offset, expected }: Extent, received: number): number =>
  Math.max(received, size ?? (offset ?? received) + (expected ?? 0));

const chunkPrefix = new RegExp(`^[A-Za-z0-9]{${chunkPrefixLength}}-?(?=.)`, 'su');

/**
 * The file's name in a chunk name: what follows the random prefix and its hyphen.
 *
 * @throws request.invalid naming `name`, where what is left cannot name a file
 */
export const nameOfChunk = (name: string): string => {
  const shown = itemName.safeParse(name.replace(chunkPrefix, ''));
  if (shown.success) return shown.data;
  throw new AppError('request.invalid', {
    errors: { name: shown.error.issues.map(({ message }) => message) },
  });
};

const hyphenated = (name: string): string[] => [name.replaceAll(/\s/gu, '-'), name.replaceAll(/\s+/gu, '-')];

type Place = Pick<FileTarget, 'path' | 'name'>;

/**
 * Reads a path below the parent: its last part may be the file itself, unless it ends in a slash.
 *
 * @param isFile whether the last part is the file's own name
 */
const placeOf = (path: string, fallbackName: string, isFile: (last: string) => boolean): Place => {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.normalize('NFC'));
  const last = parts.at(-1);
  return last !== undefined && !path.endsWith('/') && isFile(last)
    ? { path: parts.slice(0, -1), name: last }
    : { path: parts, name: fallbackName };
};

/** Where a binary body goes. */
export const targetOfQuery = ({
  name,
  path = '',
  parent_id,
  on_conflict = 'rename',
}: SentQuery): FileTarget => ({
  ...placeOf(path, name, (last) => last === name),
  parentId: parent_id ?? null,
  onConflict: on_conflict,
});

/**
 * Where a chunk's file goes: `path` may carry the real name, of which `name` shows a hyphenated form.
 *
 * @throws request.invalid naming `name`
 */
export const targetOfChunk = ({ name, path, parent_id, on_conflict = 'rename' }: SentFields): FileTarget => {
  const shown = nameOfChunk(name);
  return {
    ...placeOf(path, shown, (last) => last === shown || hyphenated(last).includes(shown)),
    parentId: parent_id ?? null,
    onConflict: on_conflict,
  };
};

export interface TypeClues {
  readonly name: string;
  /** The extension that the client names, if it does. */
  readonly extension: string;
  /** `Content-Type` as sent. */
  readonly declared: string | undefined;
  /** The first bytes, as far as they are known. */
  readonly head: Uint8Array | undefined;
}

/**
 * The entry of the blacklist that a file falls under: by declared type, by extension, by the type that
 * the extension stands for, or by what its first bytes are.
 *
 * @param blacklist media types (`image/png`, `image/*`) and bare extensions, lower case
 */
export const blockedEntry = (blacklist: readonly string[], clues: TypeClues): string | undefined => {
  if (blacklist.length === 0) return undefined;
  const sniffed = clues.head === undefined ? undefined : sniff(clues.head);
  const extensions = [extensionOf(clues.name), extensionOf(`.${clues.extension}`), sniffed?.extension ?? ''];
  const types = [bareMediaType(clues.declared), sniffed?.type, ...extensions.map(typeOfExtension)];
  const found = new Set([...extensions, ...types].filter((clue) => clue !== undefined && clue !== ''));
  for (const type of types) if (type !== undefined) found.add(`${type.split('/')[0]}/*`);
  return blacklist.find((entry) => found.has(entry));
};

const checkpoint = { bytes: 64 * 1024 * 1024, leastBytes: 1024 * 1024, milliseconds: 1_000 } as const;

/**
 * Whether an upload that can be continued is made durable now, while it goes on: a fast one after so
 * many bytes, a slow one every second, so that a crash costs nobody minutes of a thin line.
 *
 * @param bytes since the last time
 * @param milliseconds since the last time
 */
export const isCheckpointDue = (bytes: number, milliseconds: number): boolean =>
  bytes >= checkpoint.bytes || (bytes >= checkpoint.leastBytes && milliseconds >= checkpoint.milliseconds);

/** More unclaimed blobs than this, and than this share of all, are no orphans of a crash. */
const unclaimedAtMost = 20;
const shareAtMost = 0.1;

/**
 * Tells whether so many blobs are not on record that their rows are missing: the database may be an older one than they are, and
 * nothing may be removed.
 */
export const areRowsMissing = (unclaimed: number, listed: number): boolean =>
  unclaimed > Math.max(unclaimedAtMost, listed * shareAtMost);
