const firstSign = (text: string): string => {
  const [sign = ''] = new Intl.Segmenter().segment(text);
  return typeof sign === 'string' ? sign : sign.segment;
};
const shortened = (text: string): string => (text === '' ? '' : `${firstSign(text)}…`);

/** What the log keeps of a name whose account goes: "Ada Lovelace" → "A… L…". */
export const maskedName = (name: string): string =>
  name
    .split(' ')
    .map((part) => shortened(part))
    .join(' ');

/** What the log keeps of an e-mail: it stays when its account is long gone. "ada@example.com" → "a…@example.com" */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at === -1 ? shortened(email) : `${shortened(email.slice(0, at))}${email.slice(at)}`;
};

/** What may be the secret of a link; ids and hashes, which look alike, are none. */
const isSecret = (part: string): boolean =>
  /^[\w-]{22,}$/.test(part) &&
  !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{32}([\da-f]{32})?$/.test(part);

/** What a log keeps of a path: "/share/Zm9v…/files" for one with a link's token. */
export const maskedPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (isSecret(part) ? `${part.slice(0, 4)}…` : part))
    .join('/');
