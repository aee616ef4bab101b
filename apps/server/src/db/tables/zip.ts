/** Selections that are being downloaded as archives, kept for a day. */
export interface ZipSelectionsTable {
  id: string;
  /** The principal that made it, as `principalOf` names it. */
  principal: string;
  /** JSON: `{ items: [{ id, type }] }` or `{ all_of }` of the contract. */
  payload: string;
  created_at: number;
}
