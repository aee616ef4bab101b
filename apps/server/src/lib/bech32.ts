const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const checksumLength = 6;

/** Computes the checksum's remainder: 1 for a valid text. */
const polymod = (values: readonly number[]): number => {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if (((top >>> bit) & 1) === 1) sum ^= generator;
  }
  return sum;
};

/** The prefix as the checksum covers it. */
const expand = (prefix: string): number[] => {
  const codes = [...Buffer.from(prefix)];
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
};

/** Regroups bits. @returns undefined where the padding is not zero, or too long */
const regroup = (
  values: Iterable<number>,
  { from, to, pad }: { readonly from: number; readonly to: number; readonly pad: boolean },
): number[] | undefined => {
  const groups: number[] = [];
  let [bits, held] = [0, 0];
  for (const value of values) {
    bits = ((bits << from) | value) & 0xfff;
    held += from;
    while (held >= to) {
      held -= to;
      groups.push((bits >>> held) & ((1 << to) - 1));
    }
  }
  const left = (bits << (to - held)) & ((1 << to) - 1);
  if (pad) return held > 0 ? [...groups, left] : groups;
  return held < from && left === 0 ? groups : undefined;
};

/** Writes bytes in Bech32 (BIP 173), in small letters, without its limit of 90. */
export const encodeBech32 = (prefix: string, bytes: Uint8Array): string => {
  const data = regroup(bytes, { from: 8, to: 5, pad: true }) ?? [];
  const sum = polymod([...expand(prefix), ...data, ...Array<number>(checksumLength).fill(0)]) ^ 1;
  const checksum = Array.from({ length: checksumLength }, (_, index) => (sum >>> (5 * (5 - index))) & 31);
  return `${prefix}1${[...data, ...checksum].map((value) => letters[value]).join('')}`;
};

/**
 * Decodes Bech32 (BIP 173), in lower or upper case.
 *
 * @param prefix that it must have, in lower case
 * @returns undefined where the text is invalid
 */
export const decodeBech32 = (prefix: string, text: string): Buffer | undefined => {
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const values = Array.from(lower.slice(prefix.length + 1), (letter) => letters.indexOf(letter));
  if (values.length < checksumLength || values.includes(-1)) return undefined;
  if (polymod([...expand(prefix), ...values]) !== 1) return undefined;
  const bytes = regroup(values.slice(0, -checksumLength), { from: 5, to: 8, pad: false });
  return bytes === undefined ? undefined : Buffer.from(bytes);
};
