import { type Kysely, PostgresAdapter, sql } from 'kysely';

// A copy of the application's `searchKey`, as it was when this migration was written.
const accents = /[[[\p{Script=Inherited}&&\p{M}][\u05b0-\u05c7]]--[\u3099\u309a]]/gv;
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[æœøłđðþħŧς]/g, (letter) => plainLetters[letter] ?? letter);
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const kindOf = (character: string): string => {
  if (/[a-z]/.test(character)) return 'letter';
  if (/[0-9]/.test(character)) return 'number';
  if (character < '\u0080') return 'other';
  if (unspaced.test(character)) return 'unspaced';
  if (/\p{L}|\p{M}/u.test(character)) return 'letter';
  if (/\p{N}/u.test(character)) return 'number';
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character) ? 'picture' : 'other';
};
const wordStarts = (folded: string): string[] => {
  const characters = Array.from(folded);
  const kinds = characters.map(kindOf);
  const starts = new Set<string>();
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'other' || starts.size >= 64) continue;
    const character = characters[index] ?? '';
    if (kind === 'picture') starts.add(`U${character.codePointAt(0)?.toString(16).toUpperCase()}`);
    else if (kind === 'unspaced' || kind !== kinds[index - 1])
      starts.add(character + (kinds[index + 1] === kind ? (characters[index + 1] ?? '') : ''));
  }
  return [...starts];
};
const searchKey = (name: string): string => {
  const folded = foldText(name);
  return [folded, ...wordStarts(folded)].join('\u0001\u0001');
};

/** Rows whose keys are made at once. */
const batch = 2_000;

const addSearchKeys = async (db: Kysely<unknown>, postgres: boolean): Promise<void> => {
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  await sql`alter table items add column search_key ${text} not null default ''`.execute(db);
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from items where id > ${last} order by id limit ${sql.lit(batch)}`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    const keys = rows.map(({ id, name }) => ({ id, key: searchKey(name) }));
    const values = JSON.stringify(keys);
    await (
      postgres
        ? sql`update items set search_key = made.key
            from json_to_recordset(${values}::json) as made (id text, key text) where items.id = made.id`
        : sql`update items set search_key = made.value ->> 'key'
            from json_each(${values}) as made where items.id = made.value ->> 'id'`
    ).execute(db);
    last = end.id;
  }
};

/**
 * SQLite: trigrams of every key in a full-text index. Its rows are numbered so that one account's folders, and
 * after them its files, are adjacent in insertion order: a search reads no other account's rows.
 */
const indexWithFts = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table search_owners (
    slot integer primary key,
    owner_id text not null references users (id) on delete cascade,
    last_folder integer not null default 0,
    last_file integer not null default 2147483648
  ) strict`.execute(db);
  await sql`create unique index search_owners_owner on search_owners (owner_id)`.execute(db);
  await sql`alter table items add column search_number integer`.execute(db);
  await sql`insert into search_owners (owner_id) select distinct owner_id from items`.execute(db);
  await sql`update items set search_number = numbered.number
    from (
      select items.id, slot * 4294967296 + (case type when 'file' then 2147483648 else 0 end)
        + row_number() over (partition by owner_id, type order by created_at, items.id) as number
      from items join search_owners using (owner_id)
    ) as numbered
    where numbered.id = items.id`.execute(db);
  await sql`update search_owners set
    last_folder = (select count(*) from items
      where items.owner_id = search_owners.owner_id and items.type = 'folder'),
    last_file = 2147483648 + (select count(*) from items
      where items.owner_id = search_owners.owner_id and items.type = 'file')`.execute(db);
  await sql`create unique index items_search_number on items (search_number)`.execute(db);

  // Without positions the index is half as large; whether trigrams stand together is looked at in the key.
  await sql`create virtual table search_index using fts5 (
    search_key, content = 'items', content_rowid = 'search_number', detail = none, columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);

  await sql`create trigger items_search_insert after insert on items begin
    insert into search_owners (owner_id) select new.owner_id
      where not exists (select 1 from search_owners where owner_id = new.owner_id);
    update search_owners set
      last_folder = last_folder + (new.type = 'folder'),
      last_file = last_file + (new.type = 'file')
      where owner_id = new.owner_id;
    update items set search_number =
      (select slot * 4294967296 + (case new.type when 'file' then last_file else last_folder end)
        from search_owners where owner_id = new.owner_id)
      where id = new.id;
    insert into search_index (rowid, search_key) select search_number, search_key from items where id = new.id;
  end`.execute(db);
  await sql`create trigger items_search_delete after delete on items begin
    insert into search_index (search_index, rowid, search_key) values ('delete', old.search_number, old.search_key);
  end`.execute(db);
  await sql`create trigger items_search_update after update of search_key on items
    when old.search_key <> new.search_key begin
    insert into search_index (search_index, rowid, search_key) values ('delete', old.search_number, old.search_key);
    insert into search_index (rowid, search_key) values (new.search_number, new.search_key);
  end`.execute(db);
};

/** Advisory lock for creating the extensions: two processes at once would both create them. */
const extensionLock = 7_205_180_403;
const refusals: ReadonlySet<unknown> = new Set(['42501', '0A000', '58P01', '22023']);

/** @returns the schema in which the extension is */
const openExtension = async (db: Kysely<unknown>, name: string): Promise<string> => {
  const find = async () => {
    const { rows } = await sql<{ schema: string }>`
      select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname = ${name}`.execute(db);
    return rows[0]?.schema;
  };
  const found = await find();
  if (found !== undefined) return found;
  await sql`select pg_advisory_xact_lock(${sql.lit(extensionLock)})`.execute(db);
  const foundMeanwhile = await find();
  if (foundMeanwhile !== undefined) return foundMeanwhile;
  try {
    // Never in a schema of ours alone: an extension exists once in a database, and is everybody's.
    const { rows } = await sql`select 1 from pg_namespace where nspname = 'public'`.execute(db);
    await sql`create extension ${sql.ref(name)} ${sql.raw(rows.length > 0 ? 'schema public' : '')}`.execute(
      db,
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && refusals.has(error.code))) throw error;
    throw new Error(
      `searching needs the PostgreSQL extension ${name}, which this role may not create (${error.message}); ask your database administrator to run, in this database: create extension pg_trgm; create extension btree_gin`,
      { cause: error },
    );
  }
  return (await find()) ?? 'public';
};

/** PostgreSQL: trigrams of every key together with its owner: a search reads no other account's rows. */
const indexWithTrigrams = async (db: Kysely<unknown>): Promise<void> => {
  const schema = await openExtension(db, 'pg_trgm');
  await openExtension(db, 'btree_gin');
  await sql`create index items_search on items
    using gin ((owner_id || type), search_key ${sql.id(schema, 'gin_trgm_ops')})
    with (gin_pending_list_limit = 512)`.execute(db);
};

/** Keys and indexes to find items by name; indexes of the latest files and of the trash; favourites. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await addSearchKeys(db, postgres);
  // It takes the place of the index of owners, with which it begins.
  await sql`create index items_by_key on items (owner_id, type, search_key)`.execute(db);
  await sql`drop index items_owner`.execute(db);
  await (postgres ? indexWithTrigrams(db) : indexWithFts(db));

  // The folder is in it, so that files below one that is in the trash are passed over unread.
  await sql`create index items_latest on items (owner_id, created_at, id, parent_id)
    where type = 'file' and deleted_at is null`.execute(db);

  const inTrash = sql`where deleted_at is not null and purged_at is null`;
  // The size is included, because counting the trash sums it up; otherwise every row would be read.
  await sql`create index items_trash_by_deleted_at
    on items (owner_id, type, deleted_at, id, size) ${inTrash}`.execute(db);
  for (const column of ['created_at', 'sort_key', 'size', 'updated_at'])
    await sql`create index ${sql.id(`items_trash_by_${column}`)}
      on items (owner_id, type, ${sql.id(column)}, id) ${inTrash}`.execute(db);

  await sql`create table favourites (
    user_id ${text} not null references users (id) on delete cascade,
    folder_id ${text} not null references items (id) on delete cascade,
    position integer not null,
    primary key (user_id, folder_id)
  ) ${strict}`.execute(db);
  await sql`create index favourites_folder on favourites (folder_id)`.execute(db);
};
