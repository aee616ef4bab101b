import { ApiError } from '#shared/api/api-error.ts';

/** Returns the server's error of a field or of one of its entries. */
export const faultIn = (error: Error | null, name: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.errors).find(([field]) => field.split('.')[0] === name)?.[1][0];
};
