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
