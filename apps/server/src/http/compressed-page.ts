import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Brotli quality, from 0 to 11: a higher one costs a page more time than its bytes save. */
const quality = 4;

const encoders = {
  br: (bytes: string) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: string) => promisify(gzip)(bytes),
} as const;

/** The best encoding that a client takes. @param accepted its `Accept-Encoding` */
const encodingOf = (accepted: string): keyof typeof encoders | undefined => {
  const taken = accepted
    .split(',', 20)
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .filter(([, weight]) => Number(weight ?? 1) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
};

/**
 * Compresses a page for its client. Pages are answered by the not-found handler, whose answers the compression
 * plugin does not see. They hold no secret that their length could reveal.
 */
export const compressedPage = async (
  page: string,
  accepted: string,
): Promise<{ readonly body: Buffer | string; readonly encoding: keyof typeof encoders | undefined }> => {
  const encoding = encodingOf(accepted);
  return { encoding, body: encoding === undefined ? page : await encoders[encoding](page) };
};
