import type { Config } from '@holdall/contract/settings';

/** What somebody may store at the most: bytes, no limit, or as the settings have it. */
export type Capacity = number | null | 'default';

export const capacityModes = ['default', 'own', 'unlimited'] as const;
export type CapacityMode = (typeof capacityModes)[number];

export const modeOf = (capacity: Capacity): CapacityMode =>
  capacity === 'default' ? 'default' : capacity === null ? 'unlimited' : 'own';

/** Whether the plan can limit any account at all: sizes count for nothing where it does not. */
export const isLimiting = ({
  subscriptionType,
  storageLimit,
}: Pick<Config, 'subscriptionType' | 'storageLimit'>): boolean => subscriptionType !== 'none' || storageLimit;
