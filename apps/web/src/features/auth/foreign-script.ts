let wasHere = false;

/** Records that a third-party script was loaded into this document. */
export const recordForeignScript = (): void => {
  wasHere = true;
};

/**
 * Reports whether a third-party script was ever loaded. Its effects last as long as the document, even once its tags
 * are removed.
 */
export const hadForeignScript = (): boolean => wasHere;
