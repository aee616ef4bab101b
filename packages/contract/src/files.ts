import { z } from 'zod';
import { appEndpoints } from './app.endpoints.ts';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { folderRef, id } from './ids.ts';
import { itemTypes } from './choices.ts';
import { turnsLetters } from './line-of-text.ts';
import { nameMaxBytes } from './limits.ts';
import { namedFolder } from './named-folder.ts';
import { aroundItem, listingQuery, pageMeta } from './page.ts';
import { isVisibleName, unseen } from './patterns.ts';
import { share } from './share-link.ts';

const controlCharacters = /\p{Cc}/u;
const bytes = new TextEncoder();

/**
 * An item's name: NFC, 1–255 bytes of UTF-8, at least one character that can be seen, no `/`, no control
 * characters, no overrides of the direction of writing, not `.` or `..`, and no half of a surrogate pair
 * (it could not be written as UTF-8).
 */
export const itemName = z
  .string()
  .normalize('NFC')
  .min(1, 'Give it a name.')
  .max(nameMaxBytes, { error: 'This name is too long.', abort: true })
  .refine((name) => bytes.encode(name).length <= nameMaxBytes, 'This name is too long.')
  .refine((name) => !name.includes('/'), 'Names can’t contain slashes.')
  .refine((name) => !controlCharacters.test(name), 'Names can’t contain control characters.')
  .refine((name) => !turnsLetters(name), 'Names can’t contain characters that reverse text direction.')
  .refine(isVisibleName, unseen)
  .refine((name) => name !== '.' && name !== '..', 'This name is reserved.')
  .refine((name) => name.isWellFormed(), 'Names must be valid Unicode.');

/** A colour as the product stores it: `#rrggbb`, lower case. */
export const color = z
  .string()
  .max(7, { error: 'Enter a colour like #62c0cb.', abort: true })
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour like #62c0cb.')
  .toLowerCase();

/** One emoji of Unicode's recommended set, as a string. */
export const emoji = z
  .string()
  .max(64, { error: 'Choose a single emoji.', abort: true })
  .refine((text) => /^\p{RGI_Emoji}$/v.test(text), 'Choose a single emoji.');

/** A path below a given folder: names joined by `/`, of which empty ones say nothing; at most this many levels. */
const pathMaxDepth = 64;
const pathMaxLength = 16_384;
/** Returns the fault of a path, in a sentence; each step bounds the work of the next. */
const faultOfPath = (path: string): string | undefined => {
  if (path.includes('\\')) return 'A path uses forward slashes.';
  const names = path.split('/').filter((part) => part !== '');
  if (names.length > pathMaxDepth) return `A path may have up to ${pathMaxDepth} levels.`;
  return names.every((name) => itemName.safeParse(name).success)
    ? undefined
    : 'A part of the path is not a valid name.';
};

export const relativePath = z
  .string()
  .max(pathMaxLength, { error: `A path may have up to ${pathMaxLength} characters.`, abort: true })
  .superRefine((path, context) => {
    const message = faultOfPath(path);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

export const categories = ['images', 'videos', 'audios', 'documents', 'others'] as const;
export const category = z.enum(categories);
export type Category = z.output<typeof category>;

const timestamp = z.iso.datetime();
const size = z.number().int().min(0);

/** Longest side of each thumbnail in pixels. */
export const thumbnailSizes = { xs: 64, sm: 256, md: 512, lg: 1600 } as const;
export type ThumbnailSize = keyof typeof thumbnailSizes;
const thumbnails = z.object({ xs: z.string(), sm: z.string(), md: z.string(), lg: z.string() });

export const item = z.object({
  data: z.object({
    id,
    type: z.enum(itemTypes),
    attributes: z.object({
      /** Unique in the installation and never used again, below 2^53; in details only, and not for guests. */
      number: z.number().int().optional(),
      name: z.string(),
      color: z.string().nullable(),
      emoji: z.string().nullable(),
      /** Folders: how many items they hold directly. */
      items: z.number().int().optional(),
      parent_id: id.nullable(),
      /** Bytes; folders have none. */
      size: size.nullable(),
      mimetype: z.string().nullable(),
      category: category.nullable(),
      /** The address of the bytes, which changes with them; null for folders. */
      file_url: z.string().nullable(),
      /** Addresses of the pictures; null where there are none, or none yet. */
      thumbnail: thumbnails.nullable(),
      /** Pixels as shown (EXIF orientation applied); images and videos whose picture has been made. */
      width: z.number().int().optional(),
      height: z.number().int().optional(),
      /** Lower-case hexadecimal; in details only. */
      sha256: z.string().optional(),
      /** Folders, where it is asked for: another one whenever anything below has changed. It can only be compared. */
      tree_rev: z.string().optional(),
      /** Since when the stored bytes are known to be damaged or missing; absent: they are not. */
      damaged_at: timestamp.optional(),
      created_at: timestamp,
      modified_at: timestamp,
      deleted_at: timestamp.nullable(),
    }),
    relationships: z.object({
      /** The link to it; null where there is none, for guests, and where people may edit by it for access tokens that may only read. */
      shared: share.nullable(),
      /** In the trash: the folder that it was deleted from; null for the top of the account. */
      trashed_from: z.object({ data: z.object({ id, name: z.string() }).nullable() }).optional(),
      /** In the recent uploads: the folder that it is in; null for the top of the account. */
      location: z.object({ data: z.object({ id, name: z.string() }).nullable() }).optional(),
    }),
  }),
});
export type Item = z.output<typeof item>;

export const ancestor = namedFolder;
export type Ancestor = z.output<typeof ancestor>;

/** A page of a listing: folders first, then files; `offset` counts through both. */
export const browse = z.object({
  folders: z.object({ data: z.array(item) }),
  files: z.object({ data: z.array(item) }),
  /** The folder that is listed; null at the top of the account. */
  root: item.nullable(),
  meta: z.object({
    ...pageMeta.shape,
    folders: z.number().int(),
    files: z.number().int(),
    /** Bytes of the files directly in the folder. */
    size: z.number().int(),
    /** The folders above the listed one, from the top. */
    ancestors: z.array(ancestor),
    /** With `around`: where that item is, counted like `offset`; null where it is not directly in this folder. */
    position: z.number().int().nullable().optional(),
    /** The listed folder lies in the trash: it can be looked at and restored, nothing else. */
    trashed: z.boolean().optional(),
  }),
});
export type Browse = z.output<typeof browse>;

/** Choices where a name is taken: another name, the old one to the trash, or 409. */
const conflictChoices = ['rename', 'replace', 'refuse'] as const;
export const conflictChoice = z.enum(conflictChoices);
export type ConflictChoice = z.output<typeof conflictChoice>;

const createFolderBody = z.strictObject({
  name: itemName,
  emoji: emoji.nullish(),
  color: color.nullish(),
  parent_id: id.nullish(),
  /** Folders between `parent_id` and the new one; those that do not exist are made. */
  path: relativePath.optional(),
  /** `reuse` answers the folder that bears the name already, so that a dropped folder merges. */
  on_conflict: z.enum(['refuse', 'rename', 'reuse']).default('refuse'),
});
export type CreateFolderBody = z.output<typeof createFolderBody>;

export const browseFolder = endpoint({
  ...appEndpoints.browseFolder,
  access: 'user',
  tag: 'Files',
  summary: 'List a folder, or the top of the account (`root`).',
  params: z.strictObject({ id: folderRef }),
  query: listingQuery.extend(aroundItem),
  answers: { 200: browse },
  errors: ['item.not_found'],
});

export const getItem = endpoint({
  ...appEndpoints.getItem,
  access: 'user',
  tag: 'Files',
  summary: 'Details of an item and the folders above it.',
  params: z.strictObject({ id }),
  query: z.strictObject({
    /** Adds the revision of a folder, which may have to be made first. */
    tree_rev: z.stringbool().optional(),
  }),
  answers: {
    200: z.object({
      data: item.shape.data,
      meta: z.object({ ancestors: z.array(ancestor), trashed: z.boolean() }),
    }),
  },
  errors: ['item.not_found'],
});

export const createFolder = endpoint({
  ...itemEndpoints.createFolder,
  access: 'user',
  tag: 'Files',
  summary: 'Create a folder; answers it.',
  body: createFolderBody,
  bodyKind: 'json',
  bodyLimit: 64 * 1024,
  answers: { 201: item },
  errors: ['item.not_found', 'item.name_taken', 'item.parent_is_file', 'folder.too_deep', 'folder.disabled'],
});

/** The part of the endpoint table that stands here. */
export const filesTable = { browseFolder, createFolder, getItem };
