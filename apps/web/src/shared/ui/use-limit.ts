import { useCallback, useState } from 'react';

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Characters that a field would have with what is being typed or pasted. */
const lengthWith = (
  field: HTMLInputElement | HTMLTextAreaElement,
  { data, dataTransfer }: InputEvent,
): number => {
  const added = data ?? dataTransfer?.getData('text/plain') ?? '';
  return field.value.length - ((field.selectionEnd ?? 0) - (field.selectionStart ?? 0)) + added.length;
};

/**
 * Tells when a browser has cut input to the length of a field, which it does without a word.
 *
 * @param most characters
 * @returns whether the last thing that was typed or pasted did not fit, and the ref of the element around the field
 */
export const useLimit = (most: number | undefined) => {
  const [isCut, setCut] = useState(false);
  const around = useCallback(
    (box: HTMLElement | null) => {
      const watch = (event: InputEvent): void => {
        if (most !== undefined && isText(event.target)) setCut(lengthWith(event.target, event) > most);
      };
      box?.addEventListener('beforeinput', watch);
      return () => box?.removeEventListener('beforeinput', watch);
    },
    [most],
  );
  return { isCut, around };
};
