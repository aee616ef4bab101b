import { ApiError } from '#shared/api/api-error.ts';

/** What the server says against a field, or against one of its entries. */
export const faultIn = (error: Error | null, name: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.errors).find(([field]) => field.split('.')[0] === name)?.[1][0];
};
