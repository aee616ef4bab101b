import './logs.css';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { LogLevel } from '@holdall/contract/admin-logs';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { useDebounced } from '#shared/lib/use-debounced.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { LogLine } from './log-line.tsx';

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];
/** Milliseconds that typing pauses before the log is searched. */
const rest = 250;

interface LogListProps {
  readonly level: LogLevel;
  readonly search: string;
}

/** Filters of the log. */
interface LogView {
  /** Lowest level that is shown. */
  readonly level: LogLevel;
  /** Substring of the line. */
  readonly search: string;
}

/** Lines per page. */
const lines = 100;

/** The server's log, the latest line first, in pages. */
const logsQuery = ({ level, search }: LogView) =>
  infiniteQueryOptions({
    queryKey: ['logs', level, search],
    queryFn: ({ pageParam: before, signal }) =>
      administer(adminEndpoints.listLogs, { query: { level, search, before, limit: lines }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    // Refetching would shift later pages under the reader.
    refetchOnWindowFocus: false,
  });

const LogList = ({ level, search }: LogListProps) => {
  const t = useText();
  const log = useInfiniteQuery(logsQuery({ level, search }));
  const { data, isError, isFetching, refetch } = log;
  if (!data)
    return (
      <Unloaded {...{ isError, isFetching, refetch }}>
        <LateSkeleton width="100%" height={240} radius={16} />
      </Unloaded>
    );
  const lines = data.pages.flatMap((page) => page.data);
  const { node, since, size } = data.pages[0]?.meta ?? { node: '', since: null, size: 0 };
  return (
    <>
      {lines.length === 0 && (
        <p className="card-note" role="status">
          {t(log.hasNextPage ? 'logs.none_yet' : 'logs.none')}
        </p>
      )}
      <ol className="log-lines" aria-label={t('logs.list')} aria-busy={isFetching}>
        {lines.map((line) => (
          <LogLine key={line.id} line={line} />
        ))}
      </ol>
      <div className="card-footer">
        {log.isFetchNextPageError && <FormProblem>{errorText(log.error)}</FormProblem>}
        {log.hasNextPage && (
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('logs.older')}
          </Button>
        )}
        {since !== null && (
          <span className="muted numeric logs-extent">
            {`${node} · ${t('logs.since', { date: formatLongDate(since), size: formatBytes(size) })}`}
          </span>
        )}
      </div>
    </>
  );
};

/** Shows the server's log. */
export const LogsCard = () => {
  const t = useText();
  const client = useQueryClient();
  const [level, setLevel] = useState<LogLevel>('warn');
  const [written, setWritten] = useState('');
  const search = useDebounced(written.trim(), rest);
  return (
    <Card
      title={t('logs.title')}
      end={
        <>
          <Button
            size="small"
            icon={<RefreshCw className="icon-16" />}
            onClick={() => void client.resetQueries({ queryKey: logsQuery({ level, search }).queryKey })}
          >
            {t('logs.reload')}
          </Button>
          <a
            className="button"
            data-look="secondary"
            data-size="small"
            href={adminEndpoints.downloadLogs.path}
            download
          >
            <span className="button-content">
              <Download className="icon-16" />
              {t('logs.download')}
            </span>
          </a>
        </>
      }
    >
      <div className="logs-filter" role="search" aria-label={t('logs.filter')}>
        <Select
          aria-label={t('logs.level')}
          value={level}
          options={levels.map((value) => ({ value, label: t(`logs.from.${value}`) }))}
          onChoose={(value) => setLevel(value as LogLevel)}
        />
        <TextInput
          type="search"
          aria-label={t('logs.search')}
          placeholder={t('logs.search')}
          maxLength={200}
          spellCheck={false}
          value={written}
          onChange={({ currentTarget: { value } }) => setWritten(value)}
        />
      </div>
      <LogList {...{ level, search }} />
    </Card>
  );
};
