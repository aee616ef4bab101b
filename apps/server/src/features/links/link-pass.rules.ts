import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a link's cookie says: which guest this is, and where they have entered the password, that they did. */
export interface LinkPass {
  /** 128 random bits, base64url. */
  readonly visit: string;
  readonly proof?: string | undefined;
  /** The visit, sealed by the server: its guest has entered a password of the link. */
  readonly sealedVisit?: string | undefined;
}

/** Characters of a sealed visit at the most. */
const longestSeal = 200;
const passShape = new RegExp(`^([\\w-]{22})(?:\\.([\\w-]{43})(?:\\.([\\w:-]{1,${longestSeal}}))?)?$`);

/** A dot is in none of its parts. */
export const readPass = (cookie: string | undefined): LinkPass | undefined => {
  const [, visit, proof, sealedVisit] = passShape.exec(cookie ?? '') ?? [];
  return visit === undefined ? undefined : { visit, proof, sealedVisit };
};

export const writePass = ({ visit, proof, sealedVisit }: LinkPass): string =>
  [visit, proof, sealedVisit].filter((part) => part !== undefined).join('.');

/** The secret of a link: 192 random bits. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** The cookie of a visit that begins, with the password not entered. */
export const newVisit = (): string => randomBytes(16).toString('base64url');

/** How a visit is called where it is kept: who reads the database cannot take it over. */
export const visitKey = (visit: string): string => createHash('sha256').update(visit).digest('base64url');

interface Lock {
  readonly linkId: string;
  /** Argon2id with its salt: nobody knows it, and a new password, also the same one again, is another. */
  readonly passwordHash: string;
}

/** Proves that the guest of a visit has entered the password that the link has now. It needs to be kept nowhere. */
export const proofOf = (visit: string, { linkId, passwordHash }: Lock): string =>
  createHmac('sha256', passwordHash).update(`${linkId} ${visit}`).digest('base64url');

export const isProven = ({ visit, proof }: LinkPass, lock: Lock): boolean =>
  proof !== undefined && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(visit, lock)));
