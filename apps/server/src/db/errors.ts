const errorCode = (error: unknown): string | number | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return undefined;
};

/** Primary result codes of SQLite (the low byte of an extended one). */
const sqlite = { busy: 5, locked: 6, full: 13, constraint: 19 } as const;

const primary = (code: string | number | undefined): number | undefined =>
  typeof code === 'number' ? code & 0xff : undefined;

/** Two writers inserted the same unique value; the caller may look it up again. */
export const isUniqueViolation = (error: unknown): boolean => {
  const code = errorCode(error);
  return code === '23505' || (primary(code) === sqlite.constraint && [2067, 1555].includes(Number(code)));
};

/** A row refers to another that is not there, or is referred to by one that is. */
export const isForeignKeyViolation = (error: unknown): boolean => {
  const code = errorCode(error);
  return code === '23503' || code === 787;
};

/** A row violates a constraint of any kind. */
export const isConstraintViolation = (error: unknown): boolean => {
  const code = errorCode(error);
  return (typeof code === 'string' && code.startsWith('23')) || primary(code) === sqlite.constraint;
};

/** The database did not answer, or stayed locked: worth trying again in a while. */
export const isUnavailable = (error: unknown): boolean => {
  const code = errorCode(error);
  const low = primary(code);
  if (low !== undefined) return low === sqlite.busy || low === sqlite.locked;
  if (typeof code === 'string') {
    // Connection exceptions, operator intervention, too many connections, serialization, deadlock; while
    // connecting: an account that is refused, a database that is missing or accepts no connections.
    return (
      /^(08|57|53300|40001|40P01|28|3D000|55000)/.test(code) ||
      /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/.test(code)
    );
  }
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
};

/** PostgreSQL aborted the transaction in favour of another one; a retry may succeed. */
export const isConflict = (error: unknown): boolean => {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
};

/** A table or schema was dropped while PostgreSQL read its catalogue; a retry no longer meets it. */
export const isVanished = (error: unknown): boolean =>
  ['42P01', '3F000', 'XX000'].includes(String(errorCode(error)));

/** SQLite's extended code where there is no room for the index of its log. */
const indexTooSmall = 4874;

/** The disk under the database is full. */
export const isDiskFull = (error: unknown): boolean => {
  const code = errorCode(error);
  return (
    primary(code) === sqlite.full ||
    code === indexTooSmall ||
    code === '53100' ||
    code === 'ENOSPC' ||
    code === 'EDQUOT'
  );
};

/** Extended result codes of SQLite: a file, or the folder that names it, could not be synced. */
const unsynced: readonly unknown[] = [1034, 1290];

/** SQLite could not sync one of its files. */
export const isSyncFailure = (error: unknown): boolean => unsynced.includes(errorCode(error));

/** The disk could not persist writes of the database: no more are accepted until this program is restarted. */
export class SyncFailedError extends Error {
  override readonly name = 'SyncFailedError';

  /** @param cause what the disk answered */
  constructor(cause: unknown) {
    super('The disk of the database has failed to keep what was written to it.', { cause });
  }
}
