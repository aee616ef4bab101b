// breaks: feature-roles
import type { UsersService } from './users.service.ts';

export const present = (users: UsersService) => users;
