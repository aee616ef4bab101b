import type { Found, SearchResults } from '@holdall/contract/listings';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

const search = async (query: string, more = '', who = ada): Promise<SearchResults> => {
  const answer: unknown = await who.call('GET', `/api/search?query=${encodeURIComponent(query)}${more}`);
  return answer as SearchResults;
};
const namesOf = ({ data }: { data: Found[] }) => data.map((found) => found.data.attributes.name);
const names = async (query: string, who = ada): Promise<string[]> => {
  const { folders, files } = await search(query, '', who);
  return [...namesOf(folders), ...namesOf(files)];
};
const plant = async (...list: string[]): Promise<void> => {
  for (const name of list) await ada.file(name);
};

test('the best match comes first: the name, its beginning, the beginning of a word, any part', async () => {
  await plant(
    'prepaid plan.txt',
    'old plan.txt',
    'planning.txt',
    'airplane.jpg',
    'plan',
    'plan.md',
    'Pl an.txt',
  );
  expect(await names('plan')).toEqual([
    'plan',
    'plan.md',
    'planning.txt',
    'old plan.txt',
    'prepaid plan.txt',
    'airplane.jpg',
  ]);
});

test('equally good matches come in the natural order of listings, however long they are', async () => {
  await plant('page 12.md', 'page 2.txt', 'Page 9 of the annual report.txt', 'page 1.txt', 'pages.txt');
  expect(await names('page')).toEqual([
    'page 1.txt',
    'page 2.txt',
    'Page 9 of the annual report.txt',
    'page 12.md',
    'pages.txt',
  ]);
  await plant('the homepage 10.txt', 'a longer homepage.txt', 'the homepage 9.txt');
  expect((await names('mepag')).slice(0, 3)).toEqual([
    'a longer homepage.txt',
    'the homepage 9.txt',
    'the homepage 10.txt',
  ]);
});

test('the first of many numbered names are found, and not the alphabetically first ones', async () => {
  await plant('file.md');
  await ada.files(600, null);
  const numbered = Array.from({ length: 49 }, (_, at) => `file ${at}`);
  expect(namesOf((await search('file')).files)).toEqual(['file.md', ...numbered]);
});

test('of items with one name the newer one comes first', async () => {
  const [one, other] = [await ada.folder('one'), await ada.folder('other')];
  const older = await ada.file('same.txt', one);
  const newer = await ada.file('same.txt', other);
  const { files } = await search('same');
  expect(files.data.map(({ data }) => data.id)).toEqual([newer.id, older.id]);
});

test('folders and files have separate lists, and one kind can be requested', async () => {
  await ada.folder('Reports');
  await plant('report.pdf');
  const both = await search('report');
  expect([namesOf(both.folders), namesOf(both.files)]).toEqual([['Reports'], ['report.pdf']]);
  const folders = await search('report', '&type=folder');
  expect([namesOf(folders.folders), namesOf(folders.files)]).toEqual([['Reports'], []]);
  const files = await search('report', '&type=file');
  expect([namesOf(files.folders), namesOf(files.files)]).toEqual([[], ['report.pdf']]);
});

test('a category is searched among all files, not among the best matches alone', async () => {
  await ada.files(1, null);
  await ada.upload('an old file of the harbour.jpg', Buffer.from('ffd8ffe000104a46494600', 'hex'));
  await ada.files(200, await ada.folder('others'));
  await ada.folder('file');
  const { folders, files } = await search('file', '&limit=100&category=images');
  expect([namesOf(folders), namesOf(files)]).toEqual([[], ['an old file of the harbour.jpg']]);
  expect(namesOf((await search('f', '&category=images')).files)).toEqual(['an old file of the harbour.jpg']);
  expect(namesOf((await search('le', '&category=images')).files)).toEqual(['an old file of the harbour.jpg']);
  expect(namesOf((await search('file', '&category=videos')).files)).toEqual([]);
  expect(namesOf((await search('file', '&type=folder&category=images')).folders)).toEqual([]);
});

test('results can be filtered by age and size', async () => {
  const folder = await ada.folder('note old');
  const old = await ada.file('note old.txt');
  await ada.file('note large.txt', null, 5_000_000);
  const { db } = server.parts;
  const [now, day] = [server.clock.now(), 86_400_000];
  await db
    .updateTable('items')
    .set({ created_at: now - 9 * day, modified_at: now - 8 * day })
    .where('id', 'in', [folder.id, old.id])
    .execute();
  const found = async (more: string) => {
    const { folders, files } = await search('note', more);
    return [...namesOf(folders), ...namesOf(files)];
  };
  const lastWeek = new Date(now - 7 * day).toISOString();
  expect(await found('')).toEqual(['note old', 'note large.txt', 'note old.txt']);
  expect(await found(`&added_after=${lastWeek}`)).toEqual(['note large.txt']);
  expect(await found(`&modified_after=${lastWeek}`)).toEqual(['note large.txt']);
  const lastTenDays = new Date(now - 8.5 * day).toISOString();
  expect(await found(`&modified_after=${lastTenDays}`)).toEqual([
    'note old',
    'note large.txt',
    'note old.txt',
  ]);
  expect(await found(`&added_after=${lastTenDays}`)).toEqual(['note large.txt']);
  expect(await found('&min_size=1000000')).toEqual(['note large.txt']);
  expect(await found('&max_size=1000000')).toEqual(['note old.txt']);
  expect(await found('&min_size=1000000&category=images')).toEqual([]);
});

test.each([
  'category=pictures',
  'added_after=yesterday',
  'modified_after=soon',
  'min_size=-1',
  'max_size=much',
])('%s is refused naming the field', async (more) => {
  const { status, errors } = await ada.call('GET', `/api/search?query=a&${more}`);
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [more.split('=')[0]]]);
});

test('every word must match, in any order', async () => {
  await plant(
    '2024 budget final.xlsx',
    'budget 2023.xlsx',
    'final exam 2024.pdf',
    'final_budget_2024_v2.xlsx',
  );
  expect(await names('final budget 2024')).toEqual(['2024 budget final.xlsx', 'final_budget_2024_v2.xlsx']);
  expect(await names('xlsx 2 b')).toHaveLength(3);
  expect(await names('budget 2025')).toEqual([]);
});

test.each([
  ['GRÖSSE', 'Größe.txt'],
  ['grosse', 'Größe.txt'],
  ['Uctenka', 'účtenka.pdf'],
  ['u\u0301c\u030ctenka', 'účtenka.pdf'],
  ['malmo', 'Malmø.txt'],
  ['istanbul', 'İSTANBUL.txt'],
  ['οδος', 'ΟΔΟΣ.txt'],
  ['отчет', 'Отчёт.txt'],
  ['族写真', '家族写真.jpg'],
  ['族写', '家族写真.jpg'],
  ['族', '家族写真.jpg'],
  ['カ', '写真カメラ.png'],
  ['서', '계약서.txt'],
  ['🎉', 'party 🎉.txt'],
  ['файл', 'ФАЙЛ.txt'],
])('%s finds %s', async (query, name) => {
  await plant('Größe.txt', 'účtenka.pdf', 'Malmø.txt', 'İSTANBUL.txt', 'ΟΔΟΣ.txt', 'Отчёт.txt');
  await plant(
    '家族写真.jpg',
    '写真カメラ.png',
    '계약서.txt',
    'party 🎉.txt',
    'party 🐶.txt',
    'ФАЙЛ.txt',
    'ガス.txt',
  );
  expect(await names(query)).toEqual([name]);
});

test('symbols are literal', async () => {
  await plant('100% cotton.txt', '100 cotton.txt', 'a_b.txt', 'axb.txt', '(a+)+$.txt', 'aaaa.txt');
  await plant(`it's "quoted" \\ here*.txt`, 'AND OR NOT.txt');
  expect(await names('100%')).toEqual(['100% cotton.txt']);
  expect(await names('%')).toEqual(['100% cotton.txt']);
  expect(await names('a_b')).toEqual(['a_b.txt']);
  expect(await names('_')).toEqual(['a_b.txt']);
  expect(await names('(a+)+$')).toEqual(['(a+)+$.txt']);
  expect(await names('"quoted"')).toHaveLength(1);
  expect(await names(`it's "quoted" \\ here*`)).toHaveLength(1);
  expect(await names('\\')).toHaveLength(1);
  expect(await names('AND OR')).toEqual(['AND OR NOT.txt']);
  expect(await names(`x' or '1'='1`)).toEqual([]);
  expect(await names('search_key : a')).toEqual([]);
});

test.each([
  ['a', ['alpha.txt', 'beta alpha.txt', 'gamma.txt']],
  ['al', ['alpha.txt', 'beta alpha.txt']],
  ['ph', ['alpha.txt', 'beta alpha.txt']],
  ['zz', []],
  ['b a', ['beta alpha.txt']],
])('short queries find beginnings of words, and parts of words after them: %s', async (query, expected) => {
  await plant('alpha.txt', 'beta alpha.txt', 'gamma.txt');
  expect(await names(query)).toEqual(expected);
});

test.each([
  ['qarterly', 'a letter is missing'],
  ['quaarterly', 'a letter too many'],
  ['quartorly', 'a wrong letter'],
  ['quratelry', 'two errors in a long word'],
  ['uqarterly', 'swapped at the beginning'],
  ['quarterly reprot', 'one word of two'],
])('%s is tolerated: %s', async (query) => {
  await plant('quarterly report.pdf', 'quarter.txt', 'yearly overview.pdf');
  expect((await names(query))[0]).toBe('quarterly report.pdf');
  expect(await names(query)).not.toContain('yearly overview.pdf');
});

test.each(['hosue', 'huse', 'housee', 'hause', 'ohuse'])(
  'short words tolerate one error: %s',
  async (query) => {
    await plant('house.jpg', 'garden.jpg');
    expect(await names(query)).toEqual(['house.jpg']);
  },
);

test('nothing is guessed if more than four words are in no name', async () => {
  await plant('january february september october november.txt');
  expect(await names('janaury febuary septembre octobre')).toHaveLength(1);
  expect(await names('janaury febuary septembre octobre novembre')).toEqual([]);
});

test('numbers and very short words are not guessed at', async () => {
  await plant('IMG_2019.jpg', 'cat.jpg');
  expect(await names('2018')).toEqual([]);
  expect(await names('IMG_2018')).toEqual([]);
  expect(await names('cot')).toEqual([]);
});

test('an exact match comes before one with errors', async () => {
  await plant('latter.txt', 'letter.txt', 'better.txt');
  expect(await names('letter')).toEqual(['letter.txt', 'better.txt', 'latter.txt']);
});

test('an account’s items are found by nobody else', async () => {
  const bob = await newcomer('bob');
  await plant('secret plan.txt');
  await bob.file('plan of bob.txt');
  for (const query of ['plan', 'secret', 'pl', 'p', 'paln', 'bob'])
    for (const name of await names(query, bob)) expect(name).toBe('plan of bob.txt');
  expect(await names('plan')).toEqual(['secret plan.txt']);
});

test('a result includes its location, and whether it is in the trash', async () => {
  const outer = await ada.folder('outer');
  const inner = await ada.folder('inner', outer);
  await ada.file('needle.txt', inner);
  const placeOf = async () => (await search('needle')).files.data[0]?.meta;
  expect(await placeOf()).toEqual({
    ancestors: [expect.objectContaining({ name: 'outer' }), expect.objectContaining({ name: 'inner' })],
    trashed: false,
  });
  await ada.remove([inner]);
  expect(await placeOf()).toEqual({ ancestors: [expect.objectContaining({ name: 'inner' })], trashed: true });
  expect((await search('inner')).folders.data[0]?.meta).toEqual({ ancestors: [], trashed: true });
  await ada.restore([inner]);
  expect(await placeOf()).toMatchObject({ trashed: false });
});

test('a permanently deleted item is not found, before and after its rows are gone', async () => {
  const folder = await ada.folder('outer');
  const file = await ada.file('needle.txt', folder);
  await ada.remove([file]);
  await ada.remove([folder], true);
  // The file was moved to the trash itself, and stays there.
  expect(await names('needle')).toEqual(['needle.txt']);
  expect(await names('outer')).toEqual([]);
  await ada.remove([file], true);
  expect(await names('needle')).toEqual([]);
  await purged(server);
  expect(await names('needle')).toEqual([]);
});

test('a rename updates the index, also when it is undone', async () => {
  const file = await ada.file('before.txt');
  const renamed = await ada.rename(file, { name: 'after.txt' });
  expect([await names('before'), await names('after')]).toEqual([[], ['after.txt']]);
  await ada.undo(renamed);
  expect([await names('before'), await names('after')]).toEqual([['before.txt'], []]);
});

test('a limit holds for each kind', async () => {
  await ada.files(30, null);
  await ada.folder('file cabinet');
  const { folders, files } = await search('file', '&limit=10');
  expect([folders.data.length, files.data.length]).toEqual([1, 10]);
});

test('an answer says for each kind whether others may match', async () => {
  await ada.folder('my file cabinet');
  await ada.files(60, null);
  const completeOf = async (query: string, more = '') => {
    const { folders, files } = await search(query, more);
    return [folders.complete, files.complete];
  };
  expect(await completeOf('file')).toEqual([true, false]);
  expect(await completeOf('file', '&limit=59')).toEqual([true, false]);
  expect(await completeOf('file', '&limit=60')).toEqual([true, true]);
  expect(await completeOf('file', '&type=folder')).toEqual([true, true]);
  expect(await completeOf('file', '&min_size=1&limit=59')).toEqual([true, false]);
  expect(await completeOf('file', '&category=images')).toEqual([true, true]);
  expect(await completeOf('file 59')).toEqual([true, true]);
  expect(await completeOf('nowhere')).toEqual([true, true]);
  expect(await completeOf('flie', '&limit=10')).toEqual([true, false]);
});

test('letters inside words are complete only when every name is read', async () => {
  const file = await ada.file('harbour.txt');
  const { files } = await search('rb');
  expect([namesOf(files), files.complete]).toEqual([['harbour.txt'], true]);
  // As if the account had more files than a scan reads.
  await sql`update item_totals set files = 20001 where user_id = ${ada.userId}`.execute(server.parts.db);
  const among = (await search('rb')).files;
  expect([among.data.map(({ data }) => data.id), among.complete]).toEqual([[file.id], false]);
  expect((await search('rb')).folders.complete).toBe(true);
  await sql`update item_totals set files = 1 where user_id = ${ada.userId}`.execute(server.parts.db);
});

test('folders are found among any number of files', async () => {
  await ada.folder('my file cabinet');
  await ada.files(600, null);
  expect(namesOf((await search('file')).folders)).toEqual(['my file cabinet']);
  expect(namesOf((await search('flie')).folders)).toEqual(['my file cabinet']);
});

test('the exact name is found among any number of others', async () => {
  const exact = await ada.file('file');
  await ada.files(600, null);
  expect((await search('file')).files.data[0]?.data.id).toBe(exact.id);
});

test('a very long name is found by all of it, and not by one with another letter', async () => {
  const letters = 'a quick brown fox jumps over the lazy dog and finds the harbour empty '.repeat(3);
  const name = `${letters.replaceAll(' ', '').slice(0, 150)}.txt`;
  await plant(name);
  expect(await names(name)).toEqual([name]);
  expect(await names(`${name.slice(0, 70)}1${name.slice(71)}`)).toEqual([]);
});

test('an invalid query is refused with a reason', async () => {
  expect(await ada.call('GET', '/api/search?query=%20')).toMatchObject({
    status: 422,
    errors: { query: ['Say what to look for.'] },
  });
  expect(await ada.call('GET', '/api/search')).toMatchObject({ status: 422 });
  expect(await ada.call('GET', `/api/search?query=${'x'.repeat(256)}`)).toMatchObject({ status: 422 });
  expect(await ada.call('GET', '/api/search?query=a&limit=501')).toMatchObject({ status: 422 });
  expect(await names('\u0000\u0001')).toEqual([]);
});

test('queries designed to be slow are answered in time', async () => {
  await ada.files(2_000, null);
  const queries = ['a '.repeat(127), 'ab'.repeat(127), '%'.repeat(255), 'x'.repeat(255), 'fi le '.repeat(42)];
  for (const query of queries) {
    const { folders, files } = await search(query);
    expect(folders.data.length + files.data.length).toBeLessThanOrEqual(100);
  }
});
