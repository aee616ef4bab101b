import { X509Certificate } from 'node:crypto';

/** Tells whether a text begins with a certificate in PEM. */
export const isCertificate = (text: string): boolean => {
  try {
    return new X509Certificate(text).subject !== '';
  } catch {
    return false;
  }
};
