import { getConfig } from '#shared/config/config.ts';

/** Returns the public address of a link. */
export const shareAddress = (token: string): string => `${getConfig().host}/share/${token}`;
