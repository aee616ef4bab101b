// breaks: drivers-behind-doors
import { DatabaseSync } from 'node:sqlite';

export type Db = DatabaseSync;
