import './activity-list.css';
import { KeyRound, LogIn, Settings2, Share2, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityEntry } from '@holdall/contract/activity';
import type { ActivityGroup } from '@holdall/contract/activity-kinds';
import { useText } from '#shared/i18n/use-text.ts';
import { deviceName } from '#shared/lib/device-name.ts';
import { formatExactTime, formatLongDate, formatTimeOfDay } from '#shared/lib/format-time.ts';
import { activityGroups, kindsIn } from '../activity-address.ts';
import { reasonOf, sentenceOf } from '../sentences.ts';

const icons: Readonly<Record<ActivityGroup, ReactNode>> = {
  session: <LogIn aria-hidden="true" />,
  account: <KeyRound aria-hidden="true" />,
  sharing: <Share2 aria-hidden="true" />,
  refused: <ShieldAlert aria-hidden="true" />,
  admin: <Settings2 aria-hidden="true" />,
};

const groupOf = (kind: ActivityEntry['attributes']['kind']): ActivityGroup =>
  activityGroups.find((group) => kindsIn(group).includes(kind)) ?? 'admin';

/** Kinds that deserve attention. */
const alarming: ReadonlySet<string> = new Set([
  'session.failed',
  'session.two_factor_failed',
  'share.unlock_failed',
  'refused.cross_site',
  'refused.forbidden',
  'refused.limited',
  'refused.not_found',
  'refused.setup_code',
  'refused.other',
]);

/** Formats the time range of an entry that aggregates several events within one minute. */
const spanOf = (first: string, last: string): string =>
  [...new Set([formatTimeOfDay(first), formatTimeOfDay(last)])].join('–');

interface EntryProps {
  readonly entry: ActivityEntry;
  readonly tell: typeof sentenceOf;
}

const Entry = ({ entry: { attributes }, tell }: EntryProps) => {
  const t = useText();
  const { kind, at, count, last_at: last, address, user_agent: agent, details } = attributes;
  const reason = reasonOf(t, attributes);
  const from = [agent && deviceName(agent), address, details['call']].filter(Boolean).join(' · ');
  return (
    <li className="activity-entry" data-alarming={alarming.has(kind) || undefined}>
      {icons[groupOf(kind)]}
      <span className="activity-text">
        <span>{tell(t, attributes)}</span>
        {last !== null && (
          <span className="muted numeric">{t('activity.gathered', { count, span: spanOf(at, last) })}</span>
        )}
        {reason && <span className="muted">{reason}</span>}
        {from && <span className="muted numeric">{from}</span>}
      </span>
      <time className="muted numeric" dateTime={at} title={formatExactTime(at)}>
        {formatLongDate(at)}
      </time>
    </li>
  );
};

interface ActivityListProps {
  readonly entries: readonly ActivityEntry[];
  /** Formats an entry as a sentence. */
  readonly tell?: typeof sentenceOf;
}

/** Lists entries, the latest first. */
export const ActivityList = ({ entries, tell = sentenceOf }: ActivityListProps) => {
  const t = useText();
  return (
    <ul className="activity-list" aria-label={t('activity.list')}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} tell={tell} />
      ))}
    </ul>
  );
};
