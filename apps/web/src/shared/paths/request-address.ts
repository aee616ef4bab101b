import { getConfig } from '#shared/config/config.ts';

/** Returns the public address of a request for files. */
export const requestAddress = (token: string): string => `${getConfig().host}/request/${token}`;
