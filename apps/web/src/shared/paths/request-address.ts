import { getConfig } from '#shared/config/config.ts';

/** Where a request for files leads, to be given to others. */
export const requestAddress = (token: string): string => `${getConfig().host}/request/${token}`;
