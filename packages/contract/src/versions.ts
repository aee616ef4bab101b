import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { category, item } from './files.ts';
import { id } from './ids.ts';
import { lineOfText } from './line-of-text.ts';
import { itemEndpoints } from './items.endpoints.ts';
import { versionLimits } from './version-limits.ts';

const timestamp = z.iso.datetime();

/** The principal that stored a content, for people. */
const storedBy = z.object({
  /** `unknown`: the account is gone, or it was not recorded. */
  kind: z.enum(['you', 'user', 'link', 'unknown']),
  /** The person's name, or that of the link; empty for `you`, `unknown`, and links without a name. */
  name: z.string(),
});
export type StoredBy = z.output<typeof storedBy>;

/** An earlier content of a file. The current content is never among them. */
export const version = z.object({
  id,
  size: z.number().int().min(0),
  mimetype: z.string(),
  category,
  /** The file's own time of last change as it was then. */
  modified_at: timestamp,
  /** When the content was stored, and when a newer one took its place. */
  stored_at: timestamp,
  replaced_at: timestamp,
  stored_by: storedBy,
  pinned: z.boolean(),
  /** The name that a person gave it; empty where it has none. */
  label: z.string(),
  /** When thinning removes it unless the settings change; null: it stays. */
  expires_at: timestamp.nullable(),
  /** Since when its bytes are known to be damaged or missing; absent: they are not. It can be neither opened nor restored then. */
  damaged_at: timestamp.optional(),
});
export type Version = z.output<typeof version>;

export const versionList = z.object({
  /** Newest first. */
  data: z.array(version),
  meta: z.object({
    /** All versions of the file, and their bytes. */
    count: z.number().int(),
    size: z.number().int(),
    /** True if older ones follow the last of `data`. */
    more: z.boolean(),
    /** The current content. */
    current: z.object({ stored_at: timestamp, stored_by: storedBy }),
  }),
});
export type VersionList = z.output<typeof versionList>;

const versionParams = z.strictObject({ id, version: id });
const versionErrors = ['item.not_found', 'version.not_found'] as const;

export const listVersions = endpoint({
  ...itemEndpoints.listVersions,
  access: 'user',
  tag: 'Versions',
  summary: 'The earlier contents of a file, newest first.',
  params: z.strictObject({ id }),
  /** Versions older than the one named. */
  query: z.strictObject({ before: id.optional() }),
  answers: { 200: versionList },
  errors: ['item.not_found'],
});

export const downloadVersion = endpoint({
  ...itemEndpoints.downloadVersion,
  access: 'user',
  tag: 'Versions',
  summary:
    'The bytes of an earlier content: Range, ETag, conditional requests, HEAD. `?download` forces an attachment.',
  params: versionParams,
  query: z.strictObject({ download: z.string().optional() }),
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: [...versionErrors, 'item.damaged', 'download.disabled', 'download.range', 'download.precondition'],
});

export const restoreVersion = endpoint({
  ...itemEndpoints.restoreVersion,
  access: 'user',
  tag: 'Versions',
  summary:
    'Make an earlier content the current one, which becomes a version; with `as_copy` make a new file of it beside.',
  params: versionParams,
  body: z.strictObject({ as_copy: z.boolean().default(false) }),
  bodyKind: 'json',
  answers: { 200: item, 201: item },
  errors: [...versionErrors, 'item.damaged', 'upload.disabled', 'storage.exceeded'],
});

export const updateVersion = endpoint({
  ...itemEndpoints.updateVersion,
  access: 'user',
  tag: 'Versions',
  summary: 'Keep a version from being thinned out (`pinned`), with or without a name (`label`).',
  params: versionParams,
  body: z
    .strictObject({
      pinned: z.boolean().optional(),
      /** A name pins; an empty one takes the name away. */
      label: lineOfText.max(versionLimits.label).optional(),
    })
    .refine(({ pinned, label }) => pinned !== undefined || label !== undefined, 'Say what to change.')
    .refine(
      ({ pinned, label = '' }) => pinned !== false || label === '',
      'A version with a name stays; take the name away first.',
    ),
  bodyKind: 'json',
  answers: { 200: z.object({ data: version }) },
  errors: versionErrors,
});

export const deleteVersion = endpoint({
  ...itemEndpoints.deleteVersion,
  access: 'user',
  tag: 'Versions',
  summary: 'Delete a version for good.',
  params: versionParams,
  answers: { 204: null },
  errors: versionErrors,
});

/** The part of the endpoint table that stands here. */
export const versionsTable = { deleteVersion, downloadVersion, listVersions, restoreVersion, updateVersion };
