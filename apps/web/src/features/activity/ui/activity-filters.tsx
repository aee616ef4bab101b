import type { ActivityGroup, ActivityKind } from '@holdall/contract/activity-kinds';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { activityGroups, inGroup, isFiltered, kindsIn, type ActivityView } from '../activity-address.ts';
import { PersonFilter } from './person-filter.tsx';

interface ActivityFiltersProps {
  readonly view: ActivityView;
  readonly onView: (view: ActivityView) => void;
}

/** Filters the audit log by user, kind and days. */
export const ActivityFilters = ({ view, onView }: ActivityFiltersProps) => {
  const t = useText();
  const { group, kind, user, from, to } = view;
  return (
    <div className="activity-filters" role="search" aria-label={t('activity.filter.label')}>
      <PersonFilter user={user} onChoose={(chosen) => onView({ ...view, user: chosen })} />
      <label>
        <span>{t('activity.filter.group')}</span>
        <Select
          value={group ?? ''}
          options={[
            { value: '', label: t('activity.filter.group_all') },
            ...activityGroups.map((value) => ({ value, label: t(`activity.group.${value}`) })),
          ]}
          onChoose={(value) => onView(inGroup(view, (value || undefined) as ActivityGroup | undefined))}
        />
      </label>
      <label>
        <span>{t('activity.filter.kind')}</span>
        <Select
          value={kind ?? ''}
          options={[
            { value: '', label: t('activity.filter.kind_all') },
            ...kindsIn(group).map((value) => ({ value, label: t(`activity.kind.${value}`) })),
          ]}
          onChoose={(value) => onView({ ...view, kind: (value || undefined) as ActivityKind | undefined })}
        />
      </label>
      <label>
        <span>{t('activity.filter.from')}</span>
        <TextInput
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ currentTarget: { value } }) => onView({ ...view, from: value || undefined })}
        />
      </label>
      <label>
        <span>{t('activity.filter.to')}</span>
        <TextInput
          type="date"
          value={to ?? ''}
          min={from}
          onChange={({ currentTarget: { value } }) => onView({ ...view, to: value || undefined })}
        />
      </label>
      {isFiltered(view) && (
        <Button
          look="ghost"
          onClick={() =>
            onView({ group: undefined, kind: undefined, user: undefined, from: undefined, to: undefined })
          }
        >
          {t('activity.filter.clear')}
        </Button>
      )}
    </div>
  );
};
