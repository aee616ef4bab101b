import type { SelectOption } from './select.tsx';

/** A text without its case and marks. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Options whose name holds what was written, those that begin with it first; all of them where nothing was. */
export const foundOptions = (options: readonly SelectOption[], written: string): readonly SelectOption[] => {
  const wanted = plain(written.trim());
  if (wanted === '') return options;
  const graded = options.flatMap((option) => {
    const name = plain(option.label);
    if (name.startsWith(wanted)) return [{ option, grade: 0 }];
    if (name.includes(` ${wanted}`)) return [{ option, grade: 1 }];
    return name.includes(wanted) ? [{ option, grade: 2 }] : [];
  });
  return graded.toSorted((one, other) => one.grade - other.grade).map(({ option }) => option);
};
