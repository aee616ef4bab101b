const fields =
  'form :is(input:not([hidden], [type="hidden"], [type="file"], :disabled), textarea, select:not(:disabled), [data-first])';

/** Returns the first control of a form; of a choice, its selected option. */
export const firstField = (within: HTMLElement | null): HTMLElement | undefined => {
  const found = within?.querySelector<HTMLElement>(fields) ?? undefined;
  if (!(found instanceof HTMLInputElement) || found.type !== 'radio') return found;
  return (
    within?.querySelector<HTMLInputElement>(`form input[name="${CSS.escape(found.name)}"]:checked`) ?? found
  );
};
