/** Messages for file errors, after the file's name. */
const ofFiles: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user has no right to do so',
  EPERM: 'this user has no right to do so',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

/** Meanings of SQLite's extended codes. */
const ofSqlite: Readonly<Record<number, string>> = { 13: 'the disk is full', 4874: 'the disk is full' };

/** Messages for network errors, before the address. */
const ofNetwork: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at',
  ENOTFOUND: 'there is no server called',
  EAI_AGAIN: 'nobody says now where to find',
  EHOSTUNREACH: 'there is no way to',
  ENETUNREACH: 'there is no way to',
  ETIMEDOUT: 'there is no answer from',
};

interface SystemError extends NodeJS.ErrnoException {
  readonly errcode?: number;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

const systemReason = (error: SystemError, named: string | undefined): string | undefined => {
  const { code = '', errcode, path, address, port, hostname } = error;
  if (errcode !== undefined) return ofSqlite[errcode];
  const host = address ?? hostname;
  if (ofNetwork[code] !== undefined && host !== undefined)
    return `${ofNetwork[code]} ${port === undefined ? host : `${host}:${port}`}`;
  if (ofFiles[code] === undefined || path === undefined || path === named) return ofFiles[code];
  return `${path}: ${ofFiles[code]}`;
};

/** Returns the reason of an error, as a part of a sentence. @param named the file that the sentence names already */
export const reasonOf = (error: unknown, named?: string): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0], named);
  if (!(error instanceof Error)) return 'unknown reason';
  return systemReason(error, named) ?? error.message;
};
