import { currentLocale } from '#shared/i18n/messages.ts';

/** A share in whole per cent; `<1%` where it is not nothing but would be written as nothing. @param share 1 is all */
export const formatPercent = (share: number): string => {
  const numbers = new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 });
  return share > 0 && share < 0.01 ? `<${numbers.format(0.01)}` : numbers.format(share);
};
