/** Selections that somebody is downloading as an archive, for a day. */
export interface ZipSelectionsTable {
  id: string;
  /** Who made it, as `principalOf` names them. */
  principal: string;
  /** JSON: `{ items: [{ id, type }] }` or `{ all_of }` of the contract. */
  payload: string;
  created_at: number;
}
