/**
 * Stands for what exists only while a test runs, so that a file can name it once at its top.
 * @param find answers what is meant at the moment
 */
export const present = <T extends object>(find: () => T | undefined): T =>
  new Proxy({} as T, {
    get: (_target, name) => {
      const found = find();
      if (found === undefined) throw new Error('The server of this test is not started.');
      return Reflect.get(found, name) as unknown;
    },
  });
