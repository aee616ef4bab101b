/**
 * Types that a browser may show in place: raster images, audio, video, PDF and plain text (security rule
 * 7). Everything else, SVG and HTML above all, is handed over as a file.
 */
const inlineTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng|vnd\.microsoft\.icon|heic|heif|jxl)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf|text\/plain)$/;

/** @param forced whether the caller asked for an attachment */
export const dispositionOf = (type: string, forced: boolean): 'attachment' | 'inline' =>
  !forced && inlineTypes.test(type) ? 'inline' : 'attachment';

/** `Content-Type` of a file: text is announced as UTF-8, in which it is written today. */
export const contentTypeOf = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;
