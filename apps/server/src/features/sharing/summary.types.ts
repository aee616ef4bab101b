/** What an owner is told of all links at once. */
export interface LinksSummary {
  readonly links: number;
  readonly unseen: number;
  /** Files that came by requests and were not looked at. */
  readonly received: number;
  readonly latest:
    | { readonly token: string; readonly name: string | null; readonly visit: number; readonly at: number }
    | undefined;
}
