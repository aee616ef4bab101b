/**
 * Limits of images without their schemas, so that the page can have them, too: bytes and pixels of an image that is
 * sent to become an avatar or a logo.
 */
export const imageByteLimit = 10 * 1024 * 1024;
export const imagePixelLimit = 50_000_000;

/** The picture beside a favicon for home screens. @param address of the favicon */
export const homeScreenIcon = (address: string): string => address.replace(/full$/, 'home');
