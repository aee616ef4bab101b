/** An axis in powers of ten: both ends are exponents. */
export interface Domain {
  readonly from: number;
  readonly to: number;
}

/** Whole powers of ten that hold all values. @param least how many powers it is wide at the least, so that slopes compare */
export const domainOf = (values: readonly number[], least: number): Domain => {
  // Rounding errors must not move a power of ten to the next one.
  let from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  let to = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  while (to - from < least)
    if ((to - from) % 2 === 0) to += 1;
    else from -= 1;
  return { from, to };
};

/** Position of a value between both ends: 0 to 1. */
export const place = ({ from, to }: Domain, value: number): number =>
  (Math.log10(value) - from) / (to - from);
