/** A summary of all links of an owner. */
export interface LinksSummary {
  readonly links: number;
  readonly unseen: number;
  /** Unseen received files. */
  readonly received: number;
  readonly latest:
    | { readonly token: string; readonly name: string | null; readonly visit: number; readonly at: number }
    | undefined;
}
