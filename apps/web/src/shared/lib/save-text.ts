/** Has the browser save a text as a file. @param type media type, plain text in UTF-8 where it is left out */
export const saveText = (name: string, text: string, type = 'text/plain;charset=utf-8'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Not before the browser has begun.
  setTimeout(() => URL.revokeObjectURL(address));
};
