// breaks: feature-doors
import { find as user } from '#features/users/users.repo.ts';

export const find = user;
