import type { AvatarSize, BrandImage, ImageSize } from '@holdall/contract/images';
import type { Trx } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';
import type { MailLogo } from '#ports/mailer.ts';
import type { Shape } from '#ports/thumbnailer.ts';

/** The span of one size in the blob that holds them all. */
export interface ImageSpan {
  readonly start: number;
  readonly length: number;
  /** Media type. */
  readonly type: string;
}
export type ImageSpans = Readonly<Partial<Record<ImageSize, ImageSpan>>>;
export type ImageShapes = Readonly<Partial<Record<ImageSize, Shape>>>;

export interface ImageBytes {
  readonly type: string;
  /** With its quotes. */
  readonly etag: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly askedAt: number;
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
}

/** The bytes of an image that is being received. */
export type SentBytes = AsyncIterable<Uint8Array>;

/** Runs work in a transaction. */
export type Within = (work: (trx: Trx) => Promise<void>) => Promise<void>;

/** An image that an administrator sets for another user. */
export interface ImageOfAnother {
  readonly bytes: SentBytes;
  readonly formOk: () => Promise<unknown>;
  /** Rolls the change back if it throws. */
  readonly within: Within;
}

export interface ImagesService {
  /**
   * Sets a user's avatar.
   *
   * @param formOk resolves when the fields that were sent beside the image are valid
   * @throws image.unreadable, image.too_large, image.too_many_pixels; what `formOk` and the bytes throw
   */
  setAvatar(
    actor: UserActor,
    bytes: SentBytes,
    formOk: () => Promise<unknown>,
  ): Promise<Record<AvatarSize, string>>;
  removeAvatar(actor: UserActor): Promise<void>;
  /** Sets another user's avatar; `within` locks that user. */
  setAvatarOf(actor: UserActor, userId: string, image: ImageOfAnother): Promise<void>;
  /** Removes an avatar on the caller's transaction. @returns whether there was one */
  removeAvatarOf(trx: Trx, userId: string): Promise<boolean>;
  /** Marks an avatar as unused, on the transaction that deletes the account. */
  dropAvatar(trx: Trx, imageId: string | null): Promise<void>;
  /** Sets an image of the application. @returns its address */
  setBrandImage(
    actor: UserActor,
    image: { readonly bytes: SentBytes; readonly nameOf: () => Promise<BrandImage> },
    facts: Caller,
  ): Promise<string>;
  removeBrandImage(actor: UserActor, name: BrandImage, facts: Caller): Promise<void>;
  /** Returns a logo for mails; undefined if there is none, or it cannot be read now. */
  forMails(id: string): Promise<MailLogo | undefined>;
  /** @throws image.not_found */
  open(id: string, size: ImageSize): Promise<ImageBytes>;
  /** Deletes images that were replaced a while ago. */
  sweep(): Promise<void>;
  /** Returns those of the keys that images have, for the census of the blob store. */
  claimedKeys(keys: readonly string[]): Promise<string[]>;
}
