import { activityKinds, type ActivityGroup, type ActivityKind } from '@holdall/contract/activity-kinds';

/** Which entries of the log are shown, as its address has it. */
export interface ActivityView {
  readonly group: ActivityGroup | undefined;
  readonly kind: ActivityKind | undefined;
  /** Id of who did it, or whose account it is about. */
  readonly user: string | undefined;
  /** ISO dates, both included: days as the device has them, in which the log tells its times. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const activityGroups = Object.keys(activityKinds) as ActivityGroup[];

/** The kinds of a group; of all groups without one. */
export const kindsIn = (group: ActivityGroup | undefined): readonly ActivityKind[] =>
  group === undefined ? Object.values(activityKinds).flat() : activityKinds[group];

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const dateIn = (written: string | null): string | undefined =>
  written !== null && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written))
    ? written
    : undefined;

/** Reads the filters from the address's query; whatever is none is left out. */
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

/** The query of an address that shows the view. */
export const activityQueryOf = (view: Partial<ActivityView>): string => {
  const values = new URLSearchParams();
  for (const name of ['user', 'group', 'kind', 'from', 'to'] as const) {
    const value = view[name];
    if (value !== undefined) values.set(name, value);
  }
  return values.size > 0 ? `?${values}` : '';
};

/** The view with another group; a kind that it does not have goes. */
export const inGroup = (view: ActivityView, group: ActivityGroup | undefined): ActivityView => ({
  ...view,
  group,
  kind: kindsIn(group).find((name) => name === view.kind),
});

/** The time at which a day of the device begins, or one `later`; undefined where years have no four digits any more. */
const beginningOf = (date: string, later = 0): string | undefined => {
  const time = new Date(`${date}T00:00`);
  time.setDate(time.getDate() + later);
  const written = time.toISOString();
  return /^\d{4}-/.test(written) ? written : undefined;
};

/** The time that the days of a view cover: from the first one on, and before the second. */
export const timesOf = ({ from, to }: Pick<ActivityView, 'from' | 'to'>) => ({
  from: from === undefined ? undefined : beginningOf(from),
  to: to === undefined ? undefined : beginningOf(to, 1),
});

/** Where the entries of a view are as one file. */
export const exportAddress = (
  format: 'csv' | 'json',
  { user, group, kind, ...days }: ActivityView,
): string => {
  const values = new URLSearchParams({ format });
  for (const [name, value] of Object.entries({ user, group, kind, ...timesOf(days) }))
    if (value !== undefined) values.set(name, value);
  return `/api/admin/activity/export?${values}`;
};

export const isFiltered = (view: ActivityView): boolean => activityQueryOf(view) !== '';
