import { z } from 'zod';
import { appEndpoints } from './app.endpoints.ts';
import { endpoint } from './endpoint.ts';

const bytes = z.number().int().min(0);
/** Per cent of the capacity, or of the used bytes where there is none; two decimals at most. */
const percentage = z.number().min(0);
const part = z.object({ used: bytes, percentage });

/** Days that the traffic chart covers, today included. */
export const trafficDays = 45;

export const storage = z.object({
  data: z.object({
    attributes: z.object({
      /** Bytes of all files, the trash included. */
      used: bytes,
      /** Null: unlimited. */
      capacity: bytes.nullable(),
      percentage,
    }),
    meta: z.object({
      images: part,
      videos: part,
      audios: part,
      documents: part,
      others: part,
      traffic: z.object({
        upload: bytes,
        download: bytes,
        /** One entry for each day (UTC), oldest first. */
        chart: z
          .array(
            z.object({
              date: z.iso.date(),
              upload: bytes,
              download: bytes,
              /** The most that was stored on that day; for metered plans alone. */
              stored: bytes.optional(),
            }),
          )
          .length(trafficDays),
      }),
    }),
  }),
});
export type Storage = z.output<typeof storage>;

export const getStorage = endpoint({
  ...appEndpoints.getStorage,
  access: 'user',
  tag: 'User',
  summary: 'What you store by category, your capacity, and your traffic of the last 45 days.',
  answers: { 200: storage },
});

/** The part of the endpoint table that stands here. */
export const storageTable = { getStorage };
