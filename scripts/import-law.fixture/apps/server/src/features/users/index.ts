export { users } from './users.service.ts';
