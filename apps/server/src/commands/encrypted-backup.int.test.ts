import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { beforeEach, expect, test, vi } from 'vitest';
import { createKeyPair, expectRefusal, nameOf, withFiles } from '#testing/backup-commands.ts';
import { testDialect } from '#testing/test-database.ts';
import {
  answerOf,
  blobFiles,
  commandIn,
  examine,
  nothingWrong,
  useMaintenance,
} from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf } = useMaintenance();

let root: string;
let keys: { readonly recipient: string; readonly file: string };
beforeEach(async () => {
  root = pathOf('backups');
  const elsewhere = await newPlace('elsewhere');
  await mkdir(dirname(root), { recursive: true });
  keys = await createKeyPair(elsewhere, dirname(root));
});

const encryptedTo = (recipient = keys.recipient): string => join(root, 'encrypted', recipient);

/** Every file below a folder, by its path there. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

test('an encrypted backup restores completely with its identity, and not at all without it or with another', () =>
  withFiles(['a', 'b'], async (place) => {
    await writeFile(join(place.dataDir, 'config.json'), '{"logLevel":"info"}\n');
    const made = await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    expect(made).toMatchObject({ code: 0, value: { encrypted: true, added: { count: 2 } } });
    expect((await readdir(place.dataDir)).filter((name) => name.endsWith('.partial'))).toEqual([]);

    const other = await newPlace('other');
    const refused = await commandIn(other, 'restore', root);
    expectRefusal(refused, new RegExp(`is encrypted\\. Add --identity FILE .*${keys.recipient}`));
    const wrong = await createKeyPair(place, dirname(root), 'wrong');
    expectRefusal(
      await commandIn(other, 'restore', root, '--identity', wrong.file),
      /The identity does not open the backup/,
    );
    expect(await readdir(other.dataDir).catch(() => [])).toEqual([]);

    expect(await answerOf(other, 'restore', root, '--identity', keys.file)).toMatchObject({
      code: 0,
      value: { name: nameOf(made), damaged: [], proof: 'enclosed' },
    });
    expect(await examine(other, '--read-data-subset', '100%')).toEqual(nothingWrong);
    const texts = await Promise.all((await blobFiles(other.dataDir)).map((path) => readFile(path, 'utf8')));
    expect(texts.toSorted()).toEqual(['bytes of a', 'bytes of b']);
    expect((await readdir(other.dataDir)).filter((name) => /partial|restor/.test(name))).toEqual([]);
  }));

test('neither a byte nor a name of what is stored can be read in an encrypted backup', () =>
  withFiles(['telling name'], async (place) => {
    const made = await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const secret = (await readFile(join(place.dataDir, 'secret.key'), 'utf8')).trim();
    const folder = join(root, 'snapshots', nameOf(made));
    const plain = ['blobs.ndjson.gz', 'manifest.hmac', 'manifest.json'].map((name) => join(folder, name));
    for (const path of await filesBelow(root)) {
      const bytes = await readFile(path);
      for (const word of ['telling name', 'bytes of', secret, 'SQLite format'])
        expect(bytes.includes(word)).toBe(false);
      if (path.endsWith('.lock') || plain.includes(path)) continue;
      expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    }
    // The SHA-256 of a file would reveal to its possessors that it is stored here.
    const { value } = await answerOf(place, 'backup', pathOf('plain'), '--copy');
    const listOf = async (below: string, name: string) =>
      gunzipSync(await readFile(join(below, 'snapshots', name, 'blobs.ndjson.gz'))).toString();
    const { sha256 } = JSON.parse(await listOf(pathOf('plain'), String(value['name']))) as { sha256: string };
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await listOf(root, nameOf(made))).not.toContain(sha256);
  }));

test('an encrypted backup without its signature, or of another key than it names, is refused', () =>
  withFiles(['a'], async (place) => {
    const name = nameOf(await answerOf(place, 'backup', root, '--recipient', keys.recipient));
    const folder = join(root, 'snapshots', name);
    const [manifest, signature] = [join(folder, 'manifest.json'), join(folder, 'manifest.hmac')];
    const [text, signed] = [await readFile(manifest, 'utf8'), await readFile(signature)];
    const refusedIn = async (target: string, pattern: RegExp): Promise<void> => {
      const other = await newPlace(target);
      expectRefusal(await commandIn(other, 'restore', root, '--identity', keys.file), pattern);
      expect(await readdir(other.dataDir).catch(() => [])).toEqual([]);
    };
    await rm(signature);
    const unsigned = /has no signature.*every encrypted backup has one.*Restore another backup/;
    await refusedIn('unsigned', unsigned);
    // An older format has no signature, and nothing vouches for the number.
    await writeFile(manifest, text.replace('"format": 2', '"format": 1'));
    await refusedIn('downgraded', unsigned);
    await writeFile(signature, signed);
    await writeFile(manifest, text.replace(/(?<="secret_key": ")[0-9a-f]{64}/, 'ab'.repeat(32)));
    await refusedIn('of another key', /secret key in it is not what was saved/);
    await writeFile(manifest, text);
    expect(await answerOf(await newPlace('whole'), 'restore', root, '--identity', keys.file)).toMatchObject({
      code: 0,
      value: { proof: 'enclosed' },
    });
  }));

test('any implementation of age reads the files of an encrypted backup', () =>
  withFiles(['a'], async (place) => {
    await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const decrypter = new Decrypter();
    decrypter.addIdentity((await readFile(keys.file, 'utf8')).trim().split('\n').at(-1) ?? '');
    const [blob = ''] = await blobFiles(encryptedTo());
    expect(await decrypter.decrypt(new Uint8Array(await readFile(blob)), 'text')).toBe('bytes of a');
  }));

test('each encrypted backup adds only new files, and pruning removes only files of older ones', () =>
  withFiles(['a'], async (place, upload) => {
    const env = { HOLDALL_BACKUP_RECIPIENT: keys.recipient };
    const server = { ...place, env };
    await answerOf(server, 'backup', root);
    const [blob = ''] = await blobFiles(encryptedTo());
    const before = await stat(blob);
    await upload('b');
    expect(await answerOf(server, 'backup', root)).toMatchObject({
      value: { encrypted: true, blobs: { count: 2 }, added: { count: 1 } },
    });
    expect((await stat(blob)).mtimeMs).toBe(before.mtimeMs);
    // No signed list vouches for the other blob, which is encrypted anew.
    const [, latest = ''] = (await readdir(join(root, 'snapshots'))).toSorted();
    await rm(join(root, 'snapshots', latest), { recursive: true });
    expect(await answerOf(server, 'backup', root)).toMatchObject({ value: { added: { count: 1 } } });
    expect((await stat(blob)).mtimeMs).toBe(before.mtimeMs);
    expect(await answerOf(server, 'backup', root)).toMatchObject({ value: { added: { count: 0 } } });
    expect(
      await answerOf(place, 'backup', '--verify', 'latest', root, '--identity', keys.file),
    ).toMatchObject({
      code: 0,
    });
    expect(await answerOf(place, 'backup', root, '--copy', '--keep', '1')).toMatchObject({
      value: { encrypted: false, added: { count: 2 } },
    });
    expect(await blobFiles(encryptedTo())).toEqual([]);
    expect(await blobFiles(root)).toHaveLength(2);
  }));

test('plain backups and those of another recipient share a folder, and each is restored by its own means', () =>
  withFiles(['a'], async (place, upload) => {
    const second = await createKeyPair(place, dirname(root), 'second');
    const names = [nameOf(await answerOf(place, 'backup', root, '--copy'))];
    for (const recipient of [keys.recipient, second.recipient]) {
      await upload(`for ${recipient}`);
      names.push(nameOf(await answerOf(place, 'backup', root, '--recipient', recipient)));
    }
    // All stay, with their blobs.
    await answerOf(place, 'backup', root, '--keep', '9');
    const listed = await answerOf(place, 'backup', '--list', root);
    expect(listed.value).toMatchObject([false, true, true, false].map((encrypted) => ({ encrypted })));
    expect((await commandIn(place, 'backup', '--list', root)).output).toContain(', encrypted');
    for (const [index, files] of [[], ['--identity', keys.file], ['--identity', second.file]].entries()) {
      const copy = await newPlace(`copy ${index}`);
      const words = ['restore', root, '--backup', names[index] ?? '', ...files];
      expect(await answerOf(copy, ...words)).toMatchObject({ code: 0, value: { damaged: [] } });
      expect(await examine(copy, '--read-data-subset', '100%')).toEqual(nothingWrong);
      expect(await blobFiles(copy.dataDir)).toHaveLength(index + 1);
    }
    // A plain backup in the place of an encrypted one could have been written by anybody.
    const [plain = ''] = names;
    for (const words of [
      ['restore', root, '--backup', plain],
      ['backup', '--verify', plain, root],
    ])
      expectRefusal(
        await commandIn(await newPlace(words[0] ?? ''), ...words, '--identity', keys.file),
        /is not encrypted\. Leave out --identity/,
      );
  }));

test('a backup is verified without an identity as it is stored, and decrypted with one', () =>
  withFiles(['a', 'b'], async (place) => {
    const name = nameOf(await answerOf(place, 'backup', root, '--recipient', keys.recipient));
    const without = await commandIn(place, 'backup', '--verify', name, root);
    expect(without).toMatchObject({ code: 0 });
    expect(without.output).toContain(`${name} is sound.`);
    expect(without.output).toMatch(/compared with their checksums as they lie there, and not decrypted/);
    expect(without.output).toContain('Its signature was not checked');
    const identity = ['--identity', keys.file];
    const decrypted = await commandIn(place, 'backup', '--verify', name, root, ...identity);
    expect(decrypted.output).toContain('Everything was decrypted, too.');
    expect(decrypted.output).not.toContain('signature');
    expect(await answerOf(place, 'backup', '--verify', name, root, ...identity)).toMatchObject({
      value: { sound: true, decrypted: true, signature: 'signed', recipient: keys.recipient },
    });
    const wrong = await createKeyPair(place, dirname(root), 'wrong');
    expectRefusal(
      await commandIn(place, 'backup', '--verify', name, root, '--identity', wrong.file),
      /does not open the backup/,
    );
    const [altered = '', gone = ''] = await blobFiles(encryptedTo());
    const bytes = await readFile(altered);
    await writeFile(altered, bytes.subarray(0, -1));
    await rm(gone);
    for (const words of [[], identity])
      expect(await answerOf(place, 'backup', '--verify', name, root, ...words)).toMatchObject({
        code: 3,
        value: { sound: false, faults: 2 },
      });
    // The next backup encrypts both again.
    expect(await answerOf(place, 'backup', root, '--recipient', keys.recipient)).toMatchObject({
      value: { added: { count: 2 } },
    });
    expect(await answerOf(place, 'backup', '--verify', 'latest', root, ...identity)).toMatchObject({
      code: 0,
    });
  }));

test('a backup whose encrypted parts are altered, cut off or missing is refused, and one that lacks a file reports it', () =>
  withFiles(['a', 'b'], async (place) => {
    const name = nameOf(await answerOf(place, 'backup', root, '--recipient', keys.recipient));
    const folder = join(root, 'snapshots', name);
    const rows = testDialect() === 'postgres' ? 'tables/users.ndjson.gz.age' : 'database.sqlite.age';
    const whole = pathOf('whole');
    await cp(root, whole, { recursive: true });
    const bytes = await readFile(join(folder, rows));
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 1] = (flipped[bytes.length - 1] ?? 0) ^ 1;
    const harm = [
      () => writeFile(join(folder, rows), flipped),
      () => writeFile(join(folder, rows), bytes.subarray(0, 100)),
      () => rm(join(folder, rows)),
      () => rm(join(folder, 'secret.key.age')),
    ];
    for (const [index, act] of harm.entries()) {
      await act();
      const target = await newPlace(`refused ${index}`);
      const said = await commandIn(target, 'restore', root, '--identity', keys.file);
      expectRefusal(said, /The backup is damaged: .* is not what was saved/);
      expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
      await rm(root, { recursive: true });
      await cp(whole, root, { recursive: true });
    }
    const [altered = '', gone = ''] = await blobFiles(encryptedTo());
    await writeFile(altered, (await readFile(altered)).subarray(0, -1));
    await rm(gone);
    const lacking = await newPlace('lacking');
    const restored = await answerOf(lacking, 'restore', root, '--identity', keys.file);
    expect(restored).toMatchObject({ code: 3, value: { blobs: { count: 0 } } });
    const damaged = restored.value['damaged'] as { reason: string }[];
    expect(damaged.map(({ reason }) => reason).toSorted()).toEqual(['absent', 'altered']);
    expect(await blobFiles(lacking.dataDir)).toEqual([]);
  }));

test('bytes that an attacker has encrypted to the same public key are not accepted for those of the backup', () =>
  withFiles(['a'], async (place) => {
    await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const [blob = ''] = await blobFiles(encryptedTo());
    const forging = new Encrypter();
    forging.addRecipient(keys.recipient);
    await writeFile(blob, await forging.encrypt('forged'));
    const identity = ['--identity', keys.file];
    expect(await answerOf(await newPlace('other'), 'restore', root, ...identity)).toMatchObject({
      code: 3,
      value: { damaged: [{ reason: 'altered' }] },
    });
    for (const words of [[], identity])
      expect(await answerOf(place, 'backup', '--verify', 'latest', root, ...words)).toMatchObject({
        code: 3,
      });
  }));

test('a file that is damaged in the store is not in an encrypted backup, which reports it', () =>
  withFiles(['a', 'b'], async (place) => {
    const [altered = ''] = await blobFiles(place.dataDir);
    await writeFile(altered, 'bytes of z');
    expect(await answerOf(place, 'backup', root, '--recipient', keys.recipient)).toMatchObject({
      code: 3,
      value: { damaged: 1, blobs: { count: 1 } },
    });
    expect(await blobFiles(encryptedTo())).toHaveLength(1);
  }));

test('a single damaged file is restored from an encrypted backup by its identity, and without one the command explains what it needs', () =>
  withFiles(['a'], async (place) => {
    await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const [blob = ''] = await blobFiles(place.dataDir);
    await writeFile(blob, 'bytes of z');
    await examine(place, '--read-data-subset', '100%');
    const without = await commandIn(place, 'restore', root, '--damaged');
    expect(without).toMatchObject({ code: 3 });
    expect(without.output).toContain('1 files are in encrypted backups alone: add --identity FILE');
    const wrong = await createKeyPair(place, dirname(root), 'wrong');
    expectRefusal(
      await commandIn(place, 'restore', root, '--damaged', '--identity', wrong.file),
      /The identity opens no backup in/,
    );
    expect(await readFile(blob, 'utf8')).toBe('bytes of z');
    expect(await answerOf(place, 'restore', root, '--damaged', '--identity', keys.file)).toEqual({
      code: 0,
      value: { restored: 1, sound: 0, lacking: 0, encrypted: 0 },
    });
    expect(await readFile(blob, 'utf8')).toBe('bytes of a');
  }));

test('an interrupted restore continues with the files that it has decrypted', () =>
  withFiles(['a', 'b'], async (place) => {
    await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const [first = '', second = ''] = await blobFiles(encryptedTo());
    const away = pathOf('away');
    await cp(second, away);
    // Something that is no file at all ends a restore in the middle, as a disk that fails.
    await rm(second);
    await mkdir(second);
    const target = await newPlace('target');
    expect((await commandIn(target, 'restore', root, '--identity', keys.file)).code).toBe(1);
    const left = await readdir(target.dataDir);
    expect(left).toContain('restoring.json');
    expect(left).not.toContain('restore.partial');
    await rm(second, { recursive: true });
    await cp(away, second);
    expect(first).not.toBe('');
    expect(await answerOf(target, 'restore', root, '--identity', keys.file)).toMatchObject({
      code: 0,
      value: { blobs: { count: 2 }, damaged: [] },
    });
    expect(await examine(target, '--read-data-subset', '100%')).toEqual(nothingWrong);
  }));

test('invalid keys are refused before anything is done', () =>
  withFiles([], async (place) => {
    expect(await commandIn(place, 'backup', root, '--recipient', keys.recipient.slice(0, -1))).toMatchObject({
      code: 2,
    });
    const env = { HOLDALL_BACKUP_RECIPIENT: 'age1nonsense' };
    expectRefusal(await commandIn({ ...place, env }, 'backup', root), /HOLDALL_BACKUP_RECIPIENT/);
    expect((await commandIn(place, 'backup', root, '--identity', keys.file)).code).toBe(2);
    await expect(readdir(root)).rejects.toThrow('ENOENT');
    await answerOf(place, 'backup', root, '--recipient', keys.recipient);
    const empty = pathOf('empty.txt');
    await writeFile(empty, `${keys.recipient}\n`);
    for (const file of [empty, pathOf('missing.txt')])
      expectRefusal(
        await commandIn(await newPlace(file.slice(-9)), 'restore', root, '--identity', file),
        /holds no private key of age|cannot be read/,
      );
    const before = await readFile(keys.file);
    expectRefusal(await commandIn(place, 'backup-key', keys.file), /is there already/);
    expect((await readFile(keys.file)).equals(before)).toBe(true);
    expect((await stat(keys.file)).mode & 0o777).toBe(0o600);
    expect((await commandIn(place, 'backup-key')).code).toBe(2);
  }));
