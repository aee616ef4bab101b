const marks = /\p{M}+/gu;
const digits = /\p{Nd}+/gu;
/** Longest run of digits whose length one character can state. */
const longestRun = 0x5a;

/** Returns the value of a decimal digit of any script; Unicode has them in runs of ten. */
const digitValue = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0x30;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

const naturalRun = (run: string): string => {
  const ascii = /^[0-9]+$/.test(run) ? run : Array.from(run, digitValue).join('');
  const significant = ascii.replace(/^0+(?=.)/, '');
  const length = Math.min(significant.length, longestRun);
  // '0' sorts numbers before letters; the length sorts 9 before 10.
  return `0${String.fromCharCode(0x21 + length)}${significant}`;
};

/**
 * The key by which names are ordered bytewise on every database: case and accents folded, runs of
 * digits by value ("Photo 9" before "photo 10"). Two names may share a key; the id then decides.
 */
export const sortKey = (name: string): string =>
  name.normalize('NFKD').replace(marks, '').toLowerCase().replace(digits, naturalRun);
