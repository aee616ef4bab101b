export { limit } from './settings.rules.ts';
