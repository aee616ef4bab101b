import { setTimeout as delay } from 'node:timers/promises';
import { suite } from '#adapters/store.suite.ts';
import { users } from '#features/users/users.service.ts';

class ConfigError extends Error {}

export const compose = async () => {
  await delay(1);
  try {
    if (users.length === 0) throw new ConfigError('is allowed');
    throw new Error('is not');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw errorOf(suite);
  }
};
const errorOf = (cause: unknown) => new ConfigError('of another’s making', { cause });
