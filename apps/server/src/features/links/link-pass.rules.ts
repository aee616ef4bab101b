import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The content of a link's cookie: the guest's visit, and the proof that they entered the password. */
export interface LinkPass {
  /** 128 random bits, base64url. */
  readonly visit: string;
  readonly proof?: string | undefined;
  /** The visit, sealed by the server: its guest has entered a password of the link. */
  readonly sealedVisit?: string | undefined;
}

/** Characters of a sealed visit at most. */
const longestSeal = 200;
const passShape = new RegExp(`^([\\w-]{22})(?:\\.([\\w-]{43})(?:\\.([\\w:-]{1,${longestSeal}}))?)?$`);

/** Parses the cookie; none of its parts contains a dot. */
export const readPass = (cookie: string | undefined): LinkPass | undefined => {
  const [, visit, proof, sealedVisit] = passShape.exec(cookie ?? '') ?? [];
  return visit === undefined ? undefined : { visit, proof, sealedVisit };
};

export const writePass = ({ visit, proof, sealedVisit }: LinkPass): string =>
  [visit, proof, sealedVisit].filter((part) => part !== undefined).join('.');

/** Returns the secret of a link: 192 random bits. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** Returns the secret of a new visit. */
export const newVisit = (): string => randomBytes(16).toString('base64url');

/** Returns the stored key of a visit, which reveals nothing that could take the visit over. */
export const visitKey = (visit: string): string => createHash('sha256').update(visit).digest('base64url');

interface Lock {
  readonly linkId: string;
  /** Argon2id with its salt: secret, and different for every password that is set, even for the same one again. */
  readonly passwordHash: string;
}

/** Returns the proof that a visit's guest has entered the link's present password. It need not be stored. */
export const proofOf = (visit: string, { linkId, passwordHash }: Lock): string =>
  createHmac('sha256', passwordHash).update(`${linkId} ${visit}`).digest('base64url');

export const isProven = ({ visit, proof }: LinkPass, lock: Lock): boolean =>
  proof !== undefined && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(visit, lock)));
