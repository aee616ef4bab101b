/** Copies a text. @returns whether the browser let it: on plain HTTP from elsewhere it has no clipboard. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
