import {
  createProcessThumbnailer,
  type ProcessThumbnailer,
  type ThumbnailerOptions,
} from '#adapters/thumbnails/thumbnailer.ts';

/**
 * Creates the real thumbnailer, with the programs of this machine. It starts nothing until it is used. Its
 * low-priority processes have longer timeouts than those of a server, for busy machines.
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
