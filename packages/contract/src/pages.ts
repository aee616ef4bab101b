/**
 * The addresses that the web application answers, as in the specification's section 2. The server
 * sends its page with 200 for these and with 404 for all others.
 */
export const pages = {
  signIn: '/',
  files: '/platform/files',
  folder: '/platform/files/{id}',
  recentUploads: '/platform/recent-uploads',
  sharedItems: '/platform/my-shared-items',
  trash: '/platform/trash',
  trashedFolder: '/platform/trash/{id}',
} as const;

const patterns = Object.values(pages).map(
  (page) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
);

/** Whether an address (path without query) is one of the pages. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
