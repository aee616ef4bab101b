/** What somebody may store at the most: bytes, no limit, or as the settings have it. */
export type Capacity = number | null | 'default';

export const capacityModes = ['default', 'own', 'unlimited'] as const;
export type CapacityMode = (typeof capacityModes)[number];

export const modeOf = (capacity: Capacity): CapacityMode =>
  capacity === 'default' ? 'default' : capacity === null ? 'unlimited' : 'own';

/** Bytes that a size of one's own begins with, where none is known: 10 GB. */
export const firstOwnSize = 10_000_000_000;

/** The capacity of a mode; `size` in bytes counts for a size of one's own alone. */
export const capacityOf = (mode: CapacityMode, size: number): Capacity =>
  mode === 'own' ? size : mode === 'unlimited' ? null : 'default';
