const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Orders names as people count, whatever their case: `page 2` before `page 10`. */
export const compareNaturally = (a: string, b: string): number => collator.compare(a, b);
