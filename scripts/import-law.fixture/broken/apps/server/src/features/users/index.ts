// breaks: feature-roles
export { find } from './users.repo.ts';
