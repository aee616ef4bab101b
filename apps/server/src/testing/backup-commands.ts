import { join } from 'node:path';
import { expect } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions, testEmail } from '#testing/create-test-app.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { answerOf, type Place, type Said } from '#testing/maintenance-commands.ts';

/** Installs an application with files, which are in its store by default, and closes it after the work. */
export const withFiles = async (
  names: readonly string[],
  work: (place: TestApp, upload: (name: string) => Promise<void>) => Promise<void>,
  options: TestAppOptions = { smallContentLimit: -1 },
): Promise<void> => {
  const server = await createTestApp(options);
  try {
    const client = await createTreeClient(server, testEmail);
    const upload = async (name: string) => void (await client.upload(name, `bytes of ${name}`));
    for (const name of names) await upload(name);
    await work(server, upload);
  } finally {
    await server.close();
  }
};
/** The name of the backup that a command has made. */
export const nameOf = ({ value }: { value: Record<string, unknown> }): string => String(value['name']);
export const countOf = (value: Record<string, unknown>, what: 'blobs' | 'added'): number =>
  (value[what] as { count: number }).count;
export const expectRefusal = (said: Said, pattern: RegExp): void => {
  expect(said.output).toMatch(pattern);
  expect(said.code).toBe(1);
};

/** A pair of keys as `holdall backup-key` creates it. @param folder for its file */
export const createKeyPair = async (
  place: Place,
  folder: string,
  name = 'identity',
): Promise<{ readonly recipient: string; readonly file: string }> => {
  const file = join(folder, `${name}.txt`);
  const { value } = await answerOf(place, 'backup-key', file);
  return { recipient: String(value['recipient']), file };
};
