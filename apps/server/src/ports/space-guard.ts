/** Knows whether the disk of the database is full: then only work that frees space may use the reserve. */
export interface SpaceGuard {
  /** The state at the last check, some seconds ago at the most. */
  isFull(): boolean;
  /** Checks now, and releases the reserve where the disk is full. Never rejects. */
  look(): Promise<void>;
}
