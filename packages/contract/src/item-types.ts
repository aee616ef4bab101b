export const itemTypes = ['folder', 'file'] as const;
export type ItemType = (typeof itemTypes)[number];
