import { useText } from '#shared/i18n/use-text.ts';
import { formatTime } from '#shared/lib/format-date.ts';
import { Button } from '#shared/ui/button.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import type { DayActivity, ActivityGroup } from '../share-activity.ts';
import { activityIcons, activityText } from './share-activity-text.tsx';

interface ShareActivityListProps {
  readonly days: readonly DayActivity[];
  /** Id of the group being reverted. */
  readonly busy: string | undefined;
  readonly onRevert: (group: ActivityGroup) => void;
}

interface ActivityRowProps extends Pick<ShareActivityListProps, 'busy' | 'onRevert'> {
  readonly group: ActivityGroup;
}

const ActivityRow = ({ group, busy, onRevert }: ActivityRowProps) => {
  const t = useText();
  const [first] = group.entries;
  if (!first) return null;
  const { kind, at } = first.attributes;
  const sentence = activityText(t, group);
  return (
    <li data-reverted={group.revertible.length === 0 || undefined}>
      {activityIcons[kind]}
      <span>
        {sentence}
        <time dateTime={at}>{formatTime(new Date(at), { hour: '2-digit', minute: '2-digit' })}</time>
      </span>
      {group.revertible.length === 0 ? (
        <Tag>{t('guests.reverted')}</Tag>
      ) : (
        <Button
          size="small"
          busy={busy === group.id}
          disabled={busy !== undefined && busy !== group.id}
          aria-label={t('guests.revert_named', { change: sentence })}
          onClick={() => onRevert(group)}
        >
          {t('guests.revert')}
        </Button>
      )}
    </li>
  );
};

/** Lists guest activity by day and visit. */
export const ShareActivityList = ({ days, ...rows }: ShareActivityListProps) => {
  const t = useText();
  return (
    <div className="share-activity">
      {days.map(({ day, visits }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          {visits.map(({ visit, groups }) => (
            <section key={groups[0]?.id} aria-label={t('guests.visitor', { visit })}>
              <h4>{t('guests.visitor', { visit })}</h4>
              <ul>
                {groups.map((group) => (
                  <ActivityRow key={group.id} group={group} {...rows} />
                ))}
              </ul>
            </section>
          ))}
        </section>
      ))}
    </div>
  );
};
