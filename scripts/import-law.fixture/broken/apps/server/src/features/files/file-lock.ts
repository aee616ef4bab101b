// breaks: feature-roles, services-build-no-queries
import { present } from './files.present.ts';

export const lock = (db: { deleteFrom: (table: string) => unknown }): unknown[] => [
  present,
  db.deleteFrom('files'),
];
