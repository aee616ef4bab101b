/** What an owner is told of all links at once. */
export interface LinksSummary {
  readonly links: number;
  readonly unseen: number;
  readonly latest:
    | { readonly token: string; readonly name: string | null; readonly visit: number; readonly at: number }
    | undefined;
}
