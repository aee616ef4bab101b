import { z } from 'zod';

export const roles = ['admin', 'user'] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;
