const firstSign = (text: string): string => {
  const [sign = ''] = new Intl.Segmenter().segment(text);
  return typeof sign === 'string' ? sign : sign.segment;
};
const shortened = (text: string): string => (text === '' ? '' : `${firstSign(text)}…`);

/** Redacts the name of a deleted account for the log: "Ada Lovelace" → "A… L…". */
export const redactName = (name: string): string =>
  name
    .split(' ')
    .map((part) => shortened(part))
    .join(' ');

/** Redacts an e-mail for the log, which outlives the account: "ada@example.com" → "a…@example.com" */
export const redactEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at === -1 ? shortened(email) : `${shortened(email.slice(0, at))}${email.slice(at)}`;
};

/** Ids and hashes resemble the secret of a link, but are none. */
const isNoSecret = (run: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{32}([\da-f]{32})?$/.test(run);
const shortenedSecret = (secret: string): string => `${secret.slice(0, 4)}…`;

const encoded = /%([0-7][\da-f])/gi;
/** Rounds of encoding that are undone at the most. */
const mostRounds = 4;
/** Decodes a part of a path, as far as the characters of secrets go. */
const decoded = (part: string): string => {
  let text = part;
  for (let round = 0; round < mostRounds && text.search(encoded) >= 0; round += 1)
    text = text.replaceAll(encoded, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return text;
};

/** Parts of a path after which the secret of a link comes, though it be broken by a space or a line's end. */
const beforeSecrets: ReadonlySet<string | undefined> = new Set(['share', 'request']);
/** Characters that no word of a path reaches. */
const longestWord = 15;

const maskedPart = (part: string, before: string | undefined): string => {
  const text = decoded(part);
  if (text.search(encoded) >= 0) return shortenedSecret(text);
  if (beforeSecrets.has(before) && text.length > longestWord && !isNoSecret(text))
    return shortenedSecret(text);
  const masked = text.replaceAll(/[\w-]{22,}/g, (run) => (isNoSecret(run) ? run : shortenedSecret(run)));
  return masked === text ? part : masked;
};

/**
 * Redacts secrets in a path for the log: "/share/Zm9v…/files" for one with a link's token, whatever is next to
 * it.
 */
export const redactPath = (path: string): string =>
  path
    .split('/')
    .map((part, at, parts) => maskedPart(part, parts[at - 1]))
    .join('/');
