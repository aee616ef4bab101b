import { suite } from '#adapters/store.suite.ts';
import { users } from '#features/users/users.service.ts';

export const compose = [suite, users];
