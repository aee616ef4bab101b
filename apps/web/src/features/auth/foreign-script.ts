let wasHere = false;

/** Takes note that a script of somebody else's comes into this document. */
export const noteForeignScript = (): void => {
  wasHere = true;
};

/** Whether one ever came: what it has run stays as long as the document, whatever of it is taken away again. */
export const hadForeignScript = (): boolean => wasHere;
