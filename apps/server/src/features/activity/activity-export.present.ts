import type { ActivityEntry, exportFormats } from '@holdall/contract/activity';
import type { BlobBytes } from '#ports/blob-store.ts';
import { csvLine } from './csv.rules.ts';

export type ExportFormat = (typeof exportFormats)[number];
type Pages = AsyncIterable<readonly ActivityEntry[]>;

const columns = [
  'time',
  'last_time',
  'count',
  'kind',
  'actor_id',
  'actor_name',
  'actor_email',
  'user_id',
  'user_name',
  'user_email',
  'address',
  'user_agent',
  'details',
];

const lineOf = ({ attributes }: ActivityEntry): string => {
  const { at, last_at: last, count, kind, actor, user, address, user_agent: agent, details } = attributes;
  const personOf = (person: typeof actor) => [
    person?.id ?? null,
    person?.name ?? null,
    person?.email ?? null,
  ];
  return csvLine([
    at,
    last,
    count,
    kind,
    ...personOf(actor),
    ...personOf(user),
    address,
    agent,
    JSON.stringify(details),
  ]);
};

/** Without it spreadsheets read the text in an older character set. */
const byteOrderMark = '\uFEFF';

async function* csvOf(pages: Pages): AsyncGenerator<Buffer, void> {
  yield Buffer.from(byteOrderMark + csvLine(columns));
  for await (const page of pages) yield Buffer.from(page.map((entry) => lineOf(entry)).join(''));
}

async function* jsonOf(pages: Pages): AsyncGenerator<Buffer, void> {
  let before = '[\n';
  for await (const page of pages)
    for (const { id, attributes } of page) {
      yield Buffer.from(before + JSON.stringify({ id, ...attributes }));
      before = ',\n';
    }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

/** Streams the log as a file; no more than one page of it is in memory. */
export const presentExport = (pages: Pages, format: ExportFormat): BlobBytes => {
  const pieces = format === 'csv' ? csvOf(pages) : jsonOf(pages);
  return {
    [Symbol.asyncIterator]: () => pieces,
    close: async () => {
      await pieces.return();
    },
  };
};
