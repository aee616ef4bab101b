export const itemTypes = ['folder', 'file'] as const;
