import { type Config, ConfigError } from '#config/load.ts';
import type { Server } from '#http/server.ts';
import { systemErrorCode } from '#lib/file-sync.ts';

/** Opens the port, in words that help where that fails. @returns the port that was taken */
export const listen = async (server: Server, { host, port }: Config): Promise<number> => {
  try {
    return (await server.listen(host, port)).port;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} is taken by another program; set HOLDALL_PORT to a free one.`);
    }
    if (code === 'EACCES') {
      throw new ConfigError(
        `Port ${port} may not be opened by this user; set HOLDALL_PORT to one above 1023.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(`HOLDALL_HOST ${host} is no address of this machine.`);
    }
    throw error;
  }
};

/** Resolves with the signal that asks the program to end. */
export const signalled = (): Promise<string> =>
  new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
