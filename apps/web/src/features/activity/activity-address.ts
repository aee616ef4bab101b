import { activityKinds, type ActivityGroup, type ActivityKind } from '@holdall/contract/activity-kinds';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { addressIn } from '#shared/api/address.ts';

/** Filters of the audit log, as its address stores them. */
export interface ActivityView {
  readonly group: ActivityGroup | undefined;
  readonly kind: ActivityKind | undefined;
  /** Id of the actor, or of the account that the entry concerns. */
  readonly user: string | undefined;
  /** ISO dates, both inclusive, in the time zone of the device, which the log uses, too. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const activityGroups = Object.keys(activityKinds) as ActivityGroup[];

/** Returns the kinds of a group; without a group, of all groups. */
export const kindsIn = (group: ActivityGroup | undefined): readonly ActivityKind[] =>
  group === undefined ? Object.values(activityKinds).flat() : activityKinds[group];

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const dateIn = (written: string | null): string | undefined =>
  written !== null && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written))
    ? written
    : undefined;

/** Parses the filters from the address's query; invalid ones are dropped. */
export const activityViewFrom = (query: string): ActivityView => {
  const values = new URLSearchParams(query);
  const group = activityGroups.find((name) => name === values.get('group'));
  const user = values.get('user') ?? '';
  return {
    group,
    kind: kindsIn(group).find((name) => name === values.get('kind')),
    user: idPattern.test(user) ? user : undefined,
    from: dateIn(values.get('from')),
    to: dateIn(values.get('to')),
  };
};

/** Returns the query string of an address that shows the view. */
export const activityQueryOf = (view: Partial<ActivityView>): string => {
  const values = new URLSearchParams();
  for (const name of ['user', 'group', 'kind', 'from', 'to'] as const) {
    const value = view[name];
    if (value !== undefined) values.set(name, value);
  }
  return values.size > 0 ? `?${values}` : '';
};

/** Returns the view with another group; a kind outside of that group is dropped. */
export const inGroup = (view: ActivityView, group: ActivityGroup | undefined): ActivityView => ({
  ...view,
  group,
  kind: kindsIn(group).find((name) => name === view.kind),
});

/** Returns the start of a day on the device, or of the day `later`; undefined past year 9999. */
const beginningOf = (date: string, later = 0): string | undefined => {
  const time = new Date(`${date}T00:00`);
  time.setDate(time.getDate() + later);
  const written = time.toISOString();
  return /^\d{4}-/.test(written) ? written : undefined;
};

/** Returns the time range that the days of a view cover; its end is exclusive. */
export const timesOf = ({ from, to }: Pick<ActivityView, 'from' | 'to'>) => ({
  from: from === undefined ? undefined : beginningOf(from),
  to: to === undefined ? undefined : beginningOf(to, 1),
});

/** Returns the address of the filtered entries as one file. */
export const exportAddress = (
  format: 'csv' | 'json',
  { user, group, kind, ...days }: ActivityView,
): string => {
  return addressIn(adminEndpoints.exportActivity, {}, { format, user, group, kind, ...timesOf(days) });
};

export const isFiltered = (view: ActivityView): boolean => activityQueryOf(view) !== '';
