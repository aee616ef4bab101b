import type { Config } from '@holdall/contract/settings';

/** A storage limit: bytes, unlimited, or the default. */
export type Capacity = number | null | 'default';

export const capacityModes = ['default', 'own', 'unlimited'] as const;
export type CapacityMode = (typeof capacityModes)[number];

export const modeOf = (capacity: Capacity): CapacityMode =>
  capacity === 'default' ? 'default' : capacity === null ? 'unlimited' : 'own';

/** Reports whether the plan limits accounts; otherwise sizes have no effect. */
export const isLimiting = ({
  subscriptionType,
  storageLimit,
}: Pick<Config, 'subscriptionType' | 'storageLimit'>): boolean => subscriptionType !== 'none' || storageLimit;
