export interface SettingsTable {
  name: string;
  /** JSON. */
  value: string;
  updated_at: number;
}
