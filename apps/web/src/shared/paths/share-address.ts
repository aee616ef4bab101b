import { getConfig } from '#shared/config/config.ts';

/** Where a link leads, to be given to others. */
export const shareAddress = (token: string): string => `${getConfig().host}/share/${token}`;
