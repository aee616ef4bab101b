import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { path, table, target } = workerData as {
  readonly path: string;
  readonly table: string;
  readonly target: string;
};
const database = new DatabaseSync(path);
const name = `"${table.replaceAll('"', '""')}"`;
database.exec(`delete from ${name}`);
database.prepare('vacuum into ?').run(target);
database.close();
parentPort?.postMessage('done', []);
