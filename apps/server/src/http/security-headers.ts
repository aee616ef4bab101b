import type { FastifyReply } from 'fastify';

const common: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** No answer of the API is a document: if a browser renders one, nothing in it runs. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; routes may set a narrower policy afterwards. */
export const setSecurityHeaders = (
  reply: FastifyReply,
  { https, hstsSubdomains = false }: { readonly https: boolean; readonly hstsSubdomains?: boolean },
): void => {
  reply.headers(common).header('content-security-policy', apiPolicy);
  if (https)
    reply.header(
      'strict-transport-security',
      hstsSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000',
    );
};

/** Further origins that the script of a bot-protection service loads from. */
const besides: ReadonlyMap<string, readonly string[]> = new Map([
  ['https://www.google.com', ['https://recaptcha.google.com', 'https://www.gstatic.com']],
  ['https://www.recaptcha.net', ['https://www.gstatic.com', 'https://www.gstatic.cn']],
]);

export interface PagePolicyOptions {
  /** The origin of the bot-protection service; null where it is off, and allowed nowhere. */
  readonly recaptchaOrigin: string | null;
  /** Origin of a service that sends changes by WebSocket; null: the server itself does. */
  readonly realtimeOrigin: string | null;
}

/**
 * The policy of the web application's page. Its scripts come by the nonce, and what they load by `strict-dynamic`.
 *
 * @param nonce fresh random text of this very answer
 */
export const pagePolicy = (nonce: string, { recaptchaOrigin, realtimeOrigin }: PagePolicyOptions): string => {
  const guests =
    recaptchaOrigin === null ? '' : ['', recaptchaOrigin, ...(besides.get(recaptchaOrigin) ?? [])].join(' ');
  // The service's script names its own as it likes.
  const scriptMakers =
    recaptchaOrigin === null ? 'holdall-workers holdall-bot-check' : "* 'allow-duplicates'";
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${guests}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${guests}${realtimeOrigin === null ? '' : ` ${realtimeOrigin}`}`,
    `frame-src 'self'${guests}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${scriptMakers}`,
  ].join('; ');
};
