import type { FastifyReply } from 'fastify';

const common: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Nothing that the API answers is ever a document: whatever a browser makes of it, it runs nothing. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; routes may set a narrower policy afterwards. */
export const setSecurityHeaders = (reply: FastifyReply, https: boolean): void => {
  reply.headers(common).header('content-security-policy', apiPolicy);
  if (https) reply.header('strict-transport-security', 'max-age=31536000');
};

/** The policy of the web application's page. @param nonce fresh random text of this very answer */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
