/** The part of Trusted Types that is used; the compiler's library does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): URL };
}

const ownScript = (address: string): string => {
  const { origin, pathname, href } = new URL(address, location.href);
  if (origin !== location.origin || !/^\/(?:chunks|src|node_modules)\//.test(pathname))
    throw new TypeError(`${address} is no script of the application.`);
  return href;
};

const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy('holdall-workers', { createScriptURL: ownScript });

/**
 * Starts one of the application's workers. What answers its script forbids it everything else: a worker has no
 * network, and one that crashes or hangs takes nothing along.
 * @param address of the built script, by `…?worker&url`.
 */
export const startWorker = (address: string): Worker =>
  new Worker(policy ? policy.createScriptURL(address) : ownScript(address), { type: 'module' });
