import type { LogLine as Line } from '@holdall/contract/admin-logs';
import { useText } from '#shared/i18n/use-text.ts';
import { formatTime } from '#shared/lib/format-date.ts';
import { formatExactTime } from '#shared/lib/format-time.ts';
import { Tag } from '#shared/ui/tag.tsx';

const tones = { debug: 'plain', info: 'plain', warn: 'warning', error: 'danger' } as const;

/** Undefined where the line is longer than the server returns. */
const read = (details: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(details);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Formats a request as `GET /api/user 200`; other lines show their own message. */
const requestOf = (fields: Partial<Record<'method' | 'path' | 'status', unknown>> = {}): string | undefined =>
  typeof fields.method === 'string' && typeof fields.path === 'string'
    ? [fields.method, fields.path, fields.status].join(' ').trim()
    : undefined;

/** Shows a line of the log; its details expand. */
export const LogLine = ({ line: { time, level, message, details } }: { readonly line: Line }) => {
  const t = useText();
  const fields = read(details);
  const request = requestOf(fields);
  return (
    <li className="log-line" data-level={level}>
      <time className="muted numeric" dateTime={time} title={formatExactTime(time)}>
        {/* Shows seconds, since many lines share a minute. */}
        {formatTime(new Date(time), { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
      <Tag tone={tones[level]}>{t(`logs.level.${level}`)}</Tag>
      <div className="log-text">
        <p>{request === undefined ? message : <bdi dir="ltr">{request}</bdi>}</p>
        {details !== '' && (
          <details>
            <summary>{t('logs.details')}</summary>
            <pre tabIndex={0} role="region" aria-label={t('logs.details')}>
              {fields ? JSON.stringify(fields, null, 2) : details}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
};
