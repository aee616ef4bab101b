import { foldText } from '#shared/lib/fold-text.ts';
import type { SelectOption } from './select.tsx';

/** Options whose name holds the written text, those that begin with it first; all of them without text. */
export const foundOptions = (options: readonly SelectOption[], written: string): readonly SelectOption[] => {
  const wanted = foldText(written.trim());
  if (wanted === '') return options;
  const graded = options.flatMap((option) => {
    const name = foldText(option.label);
    if (name.startsWith(wanted)) return [{ option, grade: 0 }];
    if (name.includes(` ${wanted}`)) return [{ option, grade: 1 }];
    return name.includes(wanted) ? [{ option, grade: 2 }] : [];
  });
  return graded.toSorted((one, other) => one.grade - other.grade).map(({ option }) => option);
};

/**
 * Returns the text that was written where `before` stood: alone where it was put into it, all of it where it took its
 * place.
 */
export const writtenInto = (before: string, now: string): string => {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  const rest = before.slice(at);
  const isInserted = now.length > before.length && now.endsWith(rest);
  return isInserted ? now.slice(at, now.length - rest.length) : now;
};
