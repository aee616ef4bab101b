import type { AvatarSize, BrandImage, PictureSize } from '@holdall/contract/pictures';
import type { Trx } from '#db/database.ts';
import type { UserActor } from '#http/actor.ts';
import type { Caller } from '#http/caller.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';
import type { MailLogo } from '#ports/mailer.ts';
import type { Shape } from '#ports/thumbnailer.ts';

/** Where one size stands in the bytes that hold them all. */
export interface ImageSpan {
  readonly start: number;
  readonly length: number;
  /** Media type. */
  readonly type: string;
}
export type ImageSpans = Readonly<Partial<Record<PictureSize, ImageSpan>>>;
export type ImageShapes = Readonly<Partial<Record<PictureSize, Shape>>>;

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

/** An image that is being sent. */
export type SentBytes = AsyncIterable<Uint8Array>;

/** Runs work in a transaction. */
export type Within = (work: (trx: Trx) => Promise<void>) => Promise<void>;

/** An image that somebody gives somebody else. */
export interface ImageOfAnother {
  readonly bytes: SentBytes;
  readonly formOk: () => Promise<unknown>;
  /** What it throws leaves everything as it was. */
  readonly within: Within;
}

export interface ImagesService {
  /**
   * Makes an image somebody's avatar.
   *
   * @param formOk resolves when what was sent beside the image has been found right
   * @throws picture.unreadable, picture.too_large, picture.too_many_pixels; what `formOk` and the bytes throw
   */
  setAvatar(
    actor: UserActor,
    bytes: SentBytes,
    formOk: () => Promise<unknown>,
  ): Promise<Record<AvatarSize, string>>;
  removeAvatar(actor: UserActor): Promise<void>;
  /** As `setAvatar`, for somebody else, whom `within` keeps from changing meanwhile. */
  setAvatarOf(actor: UserActor, userId: string, image: ImageOfAnother): Promise<void>;
  /** On the transaction of whoever may. @returns whether there was one */
  removeAvatarOf(trx: Trx, userId: string): Promise<boolean>;
  /** On the transaction that takes the account away. */
  dropAvatar(trx: Trx, pictureId: string | null): Promise<void>;
  /** The same for an image of the application. @returns its address */
  setBrandImage(
    actor: UserActor,
    image: { readonly bytes: SentBytes; readonly nameOf: () => Promise<BrandImage> },
    facts: Caller,
  ): Promise<string>;
  removeBrandImage(actor: UserActor, name: BrandImage, facts: Caller): Promise<void>;
  /** A logo as mails show it; undefined where there is none, or it cannot be read now. */
  forMails(id: string): Promise<MailLogo | undefined>;
  /** @throws picture.not_found */
  open(id: string, size: PictureSize): Promise<ImageBytes>;
  /** Deletes what something else took the place of a while ago. */
  sweep(): Promise<void>;
  /** For the census of the blob store: those of the keys that are pictures. */
  claimedKeys(keys: readonly string[]): Promise<string[]>;
}
