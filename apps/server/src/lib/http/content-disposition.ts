import { create } from 'content-disposition';

/**
 * Returns the `Content-Disposition` of a file (RFC 6266): an ASCII name for old clients and the real one as
 * `filename*`. For any name, the result is one header line of printable ASCII.
 */
export const contentDisposition = (type: 'attachment' | 'inline', name: string): string => {
  // Control characters and halves of surrogate pairs cannot be sent in any form.
  const sendable = name.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, '_');
  const ascii = sendable.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%/]/g, '_');
  return create(sendable, { type, fallback: ascii });
};
