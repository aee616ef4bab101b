/** Accounts beside the administrator's, put straight into the server's SQLite database: nobody can register yet. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { admin, type Credentials } from './server.ts';

/** Makes a user who has the administrator's password. */
export const addUser = (dataDir: string, email: string): Credentials => {
  const db = new DatabaseSync(join(dataDir, 'holdall.sqlite'));
  const id = randomUUID();
  db.exec('pragma busy_timeout = 5000; begin immediate');
  db.prepare(
    `insert into users (id, email, email_key, password_hash, role, status, color, can_upload, can_download,
       can_create_folder, created_at, updated_at)
     select ?, ?, ?, password_hash, 'user', status, color, can_upload, can_download,
       can_create_folder, created_at, updated_at from users where email = ?`,
  ).run(id, email, email, admin.email);
  db.prepare("insert into user_settings (user_id, first_name, last_name) values (?, '', '')").run(id);
  db.prepare('insert into user_storage (user_id) values (?)').run(id);
  db.exec('commit');
  db.close();
  return { email, password: admin.password };
};
