const mebi = 1024 * 1024;
const second = 1_000;

/** More pixels than any camera takes; a file that claims more is not decoded. */
export const maxPixels = 100_000_000;

/** Bytes of files that are read into memory as a whole. */
export const maxSvgBytes = 5 * mebi;
export const maxPdfBytes = 128 * mebi;
/** Bytes of an image file. */
export const maxImageBytes = 512 * mebi;
/** Bytes of a file that must be copied first, because the blob store has it elsewhere. */
export const maxCopiedBytes = 2048 * mebi;

/** Resident memory of a worker process; beyond it the process is killed and the file given up. */
export const maxWorkerBytes = 1024 * mebi;
/** Private memory that the system grants a worker, a little above: it ends what outgrows the watch. */
export const maxWorkerData = 1536 * mebi;
/** Address space and processor seconds of a program that a worker runs. */
export const maxProgramBytes = 2048 * mebi;
export const maxProgramSeconds = 60;
/** Bytes that a worker may write to one file. */
export const maxFileBytes = 512 * mebi;

/** Milliseconds for one file, after which its worker is killed. */
export const maxFileMs = {
  raster: 30 * second,
  svg: 10 * second,
  pdf: 20 * second,
  heif: 45 * second,
  video: 45 * second,
} as const;
