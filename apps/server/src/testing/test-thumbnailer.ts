import {
  createProcessThumbnailer,
  type ProcessThumbnailer,
  type ThumbnailerOptions,
} from '#adapters/thumbnailer.ts';

/**
 * Makes thumbnails as the server does, with the programs that this machine has. It starts nothing until it is used. Its
 * makers, who give way to everything else, have longer than those of a server: on a busy machine they wait for long.
 */
export const createTestThumbnailer = (
  options: Pick<ThumbnailerOptions, 'folder'> & Partial<ThumbnailerOptions>,
): ProcessThumbnailer =>
  createProcessThumbnailer({
    workers: 1,
    searchPath: process.env['PATH'] ?? '',
    ...options,
    bounds:
      options.bounds?.milliseconds === undefined
        ? { milliseconds: 45_000, ...options.bounds }
        : options.bounds,
  });
