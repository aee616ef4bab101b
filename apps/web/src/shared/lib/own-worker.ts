/** The part of Trusted Types that is used; the compiler's library does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): URL };
}

/** The service worker of the application as it is installed on a device. */
const serviceWorker = '/service-worker.js';

const ownScript = (address: string): string => {
  const { origin, pathname, href } = new URL(address, location.href);
  const isOwn = pathname === serviceWorker || /^\/(?:chunks|src|node_modules)\//.test(pathname);
  if (origin !== location.origin || !isOwn)
    throw new TypeError(`${address} is no script of the application.`);
  return href;
};

const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy('holdall-workers', { createScriptURL: ownScript });

/**
 * Starts one of the application's workers. The response with its script forbids it everything else: a worker has no
 * network, and one that crashes or hangs takes nothing along.
 *
 * @param address of the built script, by `…?worker&url`.
 */
export const startWorker = (address: string): Worker =>
  new Worker(policy ? policy.createScriptURL(address) : ownScript(address), { type: 'module' });

/** Has the browser keep the service worker at hand; another version of it takes over at once. */
export const registerServiceWorker = (
  container: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration> =>
  container.register(policy ? policy.createScriptURL(serviceWorker) : ownScript(serviceWorker), {
    updateViaCache: 'none',
  });
