/** Knows whether the disk of the database is full, so that nothing but what makes room may use what is kept for it. */
export interface SpaceGuard {
  /** The state at the last check, some seconds ago at the most. */
  isFull(): boolean;
  /** Looks now, and gives up what is kept where the disk is full. Never rejects. */
  look(): Promise<void>;
}
