import type { FileRequestRow } from '#db/tables/links.ts';
import { AppError } from '#lib/app-error.ts';
import { formatBytes } from '#lib/format-bytes.ts';

type Caps = Pick<FileRequestRow, 'id' | 'max_files' | 'files' | 'max_size' | 'size'>;

const sentenceOf = ({ max_files: most, files, max_size: mostBytes, size }: Caps): string | undefined => {
  if (most !== null && files >= most) return 'This request has reached its file limit.';
  if (mostBytes === null) return undefined;
  return size >= mostBytes
    ? 'This request has reached its size limit.'
    : `You can send up to ${formatBytes(mostBytes - size)} more.`;
};

/** Returns the error of a full request, with the limit that is reached. */
export const requestFull = (caps: Caps): AppError => {
  const message = sentenceOf(caps);
  const about = { linkId: caps.id };
  return new AppError('file_request.full', message === undefined ? about : { ...about, message });
};
