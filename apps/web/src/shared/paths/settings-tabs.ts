/** The tabs of the application's settings, in their order; the first is the one without an address of its own. */
export const settingsTabs = [
  { tab: 'appearance', label: 'appearance.title' },
  { tab: 'environment', label: 'environment.title' },
  { tab: 'others', label: 'other_settings.title' },
  { tab: 'server', label: 'server.title' },
] as const;
export type SettingsTab = (typeof settingsTabs)[number]['tab'];
