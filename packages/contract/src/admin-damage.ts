import { z } from 'zod';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { pageMeta } from './page.ts';

const tag = 'Administration';
const access = 'admin';
const count = z.number().int().min(0);

/** The state of the bytes of all files. */
export const integrity = z.object({
  /** End of the last complete reading of all files; null: there was none yet. */
  verified_at: z.iso.datetime().nullable(),
  /** Files that the last reading could not read, so that nothing is known of them. */
  unread: count,
  /** Files that are damaged or missing now. */
  damaged: count,
  /** Progress of the reading under way, from 0 to 100; null: there is none. */
  progress: z.number().min(0).max(100).nullable(),
});

const damagedFile = z.object({
  id,
  type: z.literal('damaged_file'),
  attributes: z.object({
    name: z.string(),
    /** The e-mail of its owner. */
    owner: z.string(),
    /** Bytes. */
    size: count,
    since: z.iso.datetime(),
  }),
});

export const listDamagedFiles = endpoint({
  ...adminEndpoints.listDamagedFiles,
  access,
  tag,
  summary: 'Files whose stored bytes are damaged or missing, and when everything was last read.',
  query: z.strictObject({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answers: {
    200: z.object({
      data: z.array(damagedFile),
      meta: pageMeta.extend({
        ...integrity.shape,
        /** Files are being restored, or about to be. */
        restoring: z.boolean(),
        /** The outcome of the last restore that was asked for here. */
        restored: z
          .object({
            at: z.iso.datetime(),
            restored: count,
            /** Files that no backup has. */
            lacking: count,
            /** Files that are in encrypted backups alone, which the server cannot read: `holdall restore` does it. */
            encrypted: count,
          })
          .nullable(),
        /** Reason for the failure of the last requested one. */
        failed: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
      }),
    }),
  },
});

export const restoreDamagedFiles = endpoint({
  ...adminEndpoints.restoreDamagedFiles,
  access,
  tag,
  summary:
    'Restore the bytes of a damaged file, or of all, from this server’s backups, in the background. They are compared with the checksum of the upload first.',
  body: z.strictObject({ id: id.optional() }),
  bodyKind: 'json',
  bodyLimit: 4 * 1024,
  answers: { 204: null },
});

/** The part of the endpoint table that stands here. */
export const adminDamageTable = { listDamagedFiles, restoreDamagedFiles };
