/** The tabs of the application's settings, in their order; the first is the one without an address of its own. */
export const settingsTabs = [
  { tab: 'appearance', label: 'appearance.title' },
  { tab: 'environment', label: 'environment.title' },
  { tab: 'others', label: 'other_settings.title' },
  { tab: 'server', label: 'server.title' },
] as const;
export type SettingsTab = (typeof settingsTabs)[number]['tab'];

/** The parts of the tab Server, in their order; the first is the one without an address of its own. */
export const serverViews = [
  { view: 'status', label: 'server.status' },
  { view: 'backups', label: 'backups.title' },
  { view: 'jobs', label: 'jobs.title' },
  { view: 'logs', label: 'logs.title' },
] as const;
export type ServerView = (typeof serverViews)[number]['view'];

/** An address of the settings, below their own: a tab, and for all but the first part of the tab Server the part. */
export const settingsPage = (tab: SettingsTab, view: ServerView = 'status'): string =>
  view === 'status' ? tab : `${tab}/${view}`;

/** All addresses of the settings, below their own. */
export const settingsPages: readonly string[] = settingsTabs.flatMap(({ tab }) =>
  tab === 'server' ? serverViews.map(({ view }) => settingsPage(tab, view)) : [settingsPage(tab)],
);
