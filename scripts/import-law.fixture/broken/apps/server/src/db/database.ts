// breaks: drivers-in-dialects
import { DatabaseSync } from 'node:sqlite';

export type Db = DatabaseSync;
