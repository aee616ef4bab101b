export { find as files } from './files.repo.ts';
