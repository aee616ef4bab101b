import { AppError } from '#lib/app-error.ts';
import type { LogArchive, LogPage, LogQuery } from '#ports/log-archive.ts';

/** The log of the server that answers; each server has its own. */
export interface OwnLogs extends Omit<LogArchive, 'page'> {
  /** The machine, for people. */
  readonly host: string;
  /** As the archive's; cursors are valid on this server alone. @throws logs.elsewhere for those of another one */
  page(query: LogQuery): Promise<LogPage>;
}

/** @param server.id unique, and without a slash */
export const createOwnLogs = (
  archive: LogArchive,
  { id, host }: { readonly id: string; readonly host: string },
): OwnLogs => {
  const prefix = `${id}/`;
  const ownPlace = (place: string): string => {
    if (!place.startsWith(prefix)) throw new AppError('logs.other_server');
    return place.slice(prefix.length);
  };
  return {
    host,
    page: async ({ before, ...query }) => {
      const page = await archive.page({
        ...query,
        before: before === undefined ? undefined : ownPlace(before),
      });
      return {
        lines: page.lines.map((line) => ({ ...line, id: prefix + line.id })),
        next: page.next === undefined ? undefined : prefix + page.next,
      };
    },
    extent: () => archive.extent(),
    open: () => archive.open(),
  };
};
