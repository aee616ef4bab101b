import { currentLocale } from '#shared/i18n/messages.ts';

/** A share in whole per cent. @param share 1 is all */
export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
