import { type Kysely, PostgresAdapter, sql } from 'kysely';

const tables = [
  ['pictures', 'images'],
  ['mailed_links', 'email_tokens'],
  ['storage_reservations', 'quota_reservations'],
] as const;

const columns = [
  ['images', 'pictures', 'spans'],
  ['thumbnails', 'pictures', 'spans'],
  ['quota_reservations', 'kept', 'staged'],
  ['shares', 'told_until', 'notified_until'],
  ['received_files', 'told_at', 'notified_at'],
  ['upload_sessions', 'held_until', 'lease_until'],
  ['sign_in_challenges', 'wrong', 'attempts'],
  ['jobs', 'again', 'rerun'],
  ['nodes', 'place', 'folder_identity'],
] as const;

/** Indexes by their former names, and what makes them again: SQLite cannot rename an index. */
const indexes = [
  ['pictures_removed', 'images_removed', 'images (removed_at) where removed_at is not null'],
  ['mailed_links_user', 'email_tokens_user', 'email_tokens (user_id, kind)'],
  ['mailed_links_email', 'email_tokens_email', 'email_tokens (email_key, kind)'],
  ['mailed_links_expiry', 'email_tokens_expiry', 'email_tokens (expires_at)'],
  ['storage_reservations_user', 'quota_reservations_user', 'quota_reservations (user_id, expires_at)'],
  ['storage_reservations_expiry', 'quota_reservations_expiry', 'quota_reservations (expires_at)'],
  [
    'received_files_untold',
    'received_files_unnotified',
    'received_files (request_id, visit) where notified_at is null',
  ],
] as const;

/** Beginnings of the names of rows beside the settings. */
const stateNames = [
  ['note:', 'internal:'],
  ['upkeep:', 'maintenance:'],
] as const;

/** Beginnings of the keys of messages: what administrators have written for them stays. */
const messageKeys = [
  ['asked.away.', 'file_request.unavailable.'],
  ['asked.unnamed.away.', 'file_request.unnamed.unavailable.'],
  ['asked.gone.', 'file_request.not_found.'],
  ['asked.', 'file_request.'],
  ['uploads.clash.', 'uploads.conflict.'],
  ['errors.picture.', 'errors.image.'],
  ['errors.logs.elsewhere', 'errors.logs.other_server'],
  ['errors.settings.address_away', 'errors.settings.address_unusable'],
  ['doctor.check.pictures', 'doctor.check.images'],
  ['doctor.coming', 'doctor.running'],
  ['backups.coming', 'backups.running'],
  ['backups.begun', 'backups.started'],
  ['share.mark', 'share.badge'],
  ['checks.name_turned', 'checks.name_bidi'],
  ['checks.no_turns', 'checks.no_bidi'],
  ['guests.gone_item', 'guests.deleted_item'],
  ['guest.dead.', 'guest.not_found.'],
  ['guest.folder_gone', 'guest.open_folder'],
  ['setup.over.', 'setup.finished.'],
  ['activity.gone', 'activity.deleted_user'],
  ['requests.folder_away', 'requests.folder_unavailable'],
  ['spotlight.also.', 'spotlight.keywords.'],
] as const;

/** Replaces what the text in a column begins with. */
const replaceBeginning = (
  db: Kysely<unknown>,
  [table, column]: readonly [string, string],
  [from, to]: readonly [string, string],
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} || substr(${sql.ref(column)}, ${sql.lit(from.length + 1)})
  where substr(${sql.ref(column)}, 1, ${sql.lit(from.length)}) = ${from}`.execute(db);

/** PostgreSQL keeps the names of a renamed table's primary key and constraints. */
const renameConstraints = async (
  db: Kysely<unknown>,
  [from, to]: readonly [string, string],
): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${to}::regclass and starts_with(conname, ${`${from}_`})`.execute(db);
  for (const { name } of rows)
    await sql`alter table ${sql.table(to)} rename constraint ${sql.ref(name)} to ${sql.ref(to + name.slice(from.length))}`.execute(
      db,
    );
};

/** Names of tables, columns, rows and messages become the terms of docs/glossary.md. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const [from, to] of tables) {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
    if (postgres) await renameConstraints(db, [from, to]);
  }
  for (const [table, from, to] of columns)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
  for (const [from, to, definition] of indexes) {
    await sql`drop index ${sql.table(from)}`.execute(db);
    await sql`create index ${sql.table(to)} on ${sql.raw(definition)}`.execute(db);
  }
  for (const names of stateNames) await replaceBeginning(db, ['settings', 'name'], names);
  for (const keys of messageKeys) await replaceBeginning(db, ['translations', 'key'], keys);
  await replaceBeginning(db, ['upload_sessions', 'holder'], ['mover ', 'migrator ']);
  await sql`update storage_moves set part = 'images' where part = 'pictures'`.execute(db);
  await sql`update settings set value = replace(value, '"check":"pictures"', '"check":"images"')
    where name = 'maintenance:doctor'`.execute(db);
  await sql`update settings set value = replace(value, '"isTold":', '"isReported":')
    where substr(name, 1, 20) = 'maintenance:warning:'`.execute(db);
};
