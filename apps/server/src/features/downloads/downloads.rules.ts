/**
 * Types that a browser may show inline: raster images, audio, video, PDF and plain text (security rule 7).
 * All others, SVG and HTML above all, are sent as attachments.
 */
const inlineTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng|vnd\.microsoft\.icon|heic|heif|jxl)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf|text\/plain)$/;

/** @param forced whether the caller asked for an attachment */
export const dispositionOf = (type: string, forced: boolean): 'attachment' | 'inline' =>
  !forced && inlineTypes.test(type) ? 'inline' : 'attachment';

/** Returns the `Content-Type` of a file. Text is announced as UTF-8, its usual encoding today. */
export const contentTypeOf = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;
