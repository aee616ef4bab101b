/** The calls that people wait for most, each of the same account, with why it is counted. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Browse, Item } from '@holdall/contract/files';
import type { VersionList } from '@holdall/contract/versions';
import type { Answer, Stage } from './stage.ts';

/** The request of a call, and the expected answer. */
export interface Call {
  readonly name: string;
  /** Explains the figures, for a developer who has to raise one. */
  readonly why: string;
  /** Entries of the answer: its bytes are counted for each. */
  readonly entries?: number;
  /** True: the cost may depend on the size of the account. */
  readonly ofAll?: true;
  /** It is much work: it is made less often. */
  readonly dear?: true;
  /** True: the allocations depend on the speed of the disk. */
  readonly paced?: true;
  /** Makes ready what all turns need. */
  readonly prepare: (stage: Stage) => Promise<Iteration>;
}

/** A call that is made several times. */
export interface Iteration {
  /** Makes ready; not counted. */
  readonly before?: () => Promise<unknown>;
  /** @param iteration counts from 0 */
  readonly run: (iteration: number) => Promise<Answer>;
  /** Puts things back; not counted. */
  readonly after?: (answer: Answer) => Promise<unknown>;
}

const kibi = 1024;
const mebi = 1024 * kibi;
/** Bytes in which a body comes in, as from a socket. */
const piece = 64 * kibi;

const inPieces = (body: Buffer): Readable => {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; from += piece) pieces.push(body.subarray(from, from + piece));
  return Readable.from(pieces);
};

const get =
  (path: string): Call['prepare'] =>
  async (stage) => ({ run: () => stage.ask('GET', path) });

const idOf = ({ body }: Answer): string => (JSON.parse(body.toString()) as Item).data.id;
const operationOf = ({ body }: Answer): string =>
  (JSON.parse(body.toString()) as { meta: { operation: string } }).meta.operation;

/** A file of its own with bytes, at the top of the account. @returns its id */
const put = async (stage: Stage, name: string, body: Buffer): Promise<string> =>
  idOf(await upload(stage, `name=${encodeURIComponent(name)}`, body));

const upload = (stage: Stage, query: string, body: Buffer): Promise<Answer> =>
  stage.send('POST', `/api/upload?${query}`, {
    body: inPieces(body),
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(body.length) },
  });

const uploads =
  (bytes: number): Call['prepare'] =>
  async (stage) => {
    const body = randomBytes(bytes);
    return { run: (iteration) => upload(stage, `name=${iteration}.bin`, body) };
  };

const boundary = 'a-boundary-of-the-budgets';
const chunkSize = mebi;

/** A chunk as the specification's form has it. */
const form = (fields: Readonly<Record<string, string>>, bytes: Buffer): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="chunk"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

const chunked = async (stage: Stage): Promise<Iteration> => {
  const whole = randomBytes(3 * chunkSize);
  return {
    run: async (iteration) => {
      const name = `${String(iteration).padStart(16, '0')}-chunked ${iteration}.bin`;
      let answer: Answer = { body: Buffer.alloc(0) };
      for (let from = 0; from < whole.length; from += chunkSize) {
        const isLast = from + chunkSize === whole.length;
        const fields = { name, extension: 'bin', is_last: String(isLast), offset: String(from) };
        const body = form(fields, whole.subarray(from, from + chunkSize));
        answer = await stage.send('POST', '/api/upload/chunks', {
          body: inPieces(body),
          headers: {
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': String(body.length),
          },
        });
      }
      return answer;
    },
  };
};

const reads =
  (bytes: number, headers: Readonly<Record<string, string>> = {}): Call['prepare'] =>
  async (stage) => {
    const id = await put(stage, `read ${bytes} ${Object.keys(headers).join('')}.bin`, randomBytes(bytes));
    return { run: () => stage.send('GET', `/api/files/${id}/content`, { headers }) };
  };

const renames = async (stage: Stage): Promise<Iteration> => {
  const id = await put(stage, 'rename me.bin', randomBytes(kibi));
  return {
    run: (iteration) => stage.ask('PATCH', `/api/rename/${id}`, { name: `renamed ${iteration}.bin` }),
  };
};

/** Items of the workshop, a folder of a thousand files. */
const chosen = async (stage: Stage, count: number) => {
  const page = await stage.ask(
    'GET',
    `/api/browse/folders/${stage.workshop}?sort=name&direction=ASC&limit=${count}`,
  );
  const { files } = JSON.parse(page.body.toString()) as Browse;
  return files.data.map(({ data }) => ({ id: data.id, type: 'file' }));
};

const undone = (stage: Stage) => (answer: Answer) =>
  stage.ask('POST', '/api/undo', { operation: operationOf(answer) });

const moves =
  (count: number): Call['prepare'] =>
  async (stage) => {
    const items = await chosen(stage, count);
    return {
      run: () => stage.ask('POST', '/api/move', { to_id: stage.emptyFolder, items }),
      after: undone(stage),
    };
  };

const removes =
  (count: number): Call['prepare'] =>
  async (stage) => {
    const items = await chosen(stage, count);
    return { run: () => stage.ask('POST', '/api/remove', { items }), after: undone(stage) };
  };

const restores =
  (count: number): Call['prepare'] =>
  async (stage) => {
    const items = await chosen(stage, count);
    return {
      before: () => stage.ask('POST', '/api/remove', { items }),
      run: () => stage.ask('POST', '/api/trash/restore', { items }),
    };
  };

const undoes = async (stage: Stage): Promise<Iteration> => {
  const items = await chosen(stage, 1);
  let operation = '';
  return {
    before: async () => {
      operation = operationOf(await stage.ask('POST', '/api/remove', { items }));
    },
    run: () => stage.ask('POST', '/api/undo', { operation }),
  };
};

const replacing = (stage: Stage, name: string, body: Buffer): Promise<Answer> =>
  upload(stage, `name=${encodeURIComponent(name)}&on_conflict=replace`, body);

/** Each file is overwritten for the first time: later saves in quick succession make no version. */
const overwrites = async (stage: Stage): Promise<Iteration> => {
  const body = randomBytes(10 * kibi);
  let files = 0;
  const name = () => `overwrite ${files}.bin`;
  return {
    before: async () => {
      files += 1;
      await put(stage, name(), randomBytes(kibi));
    },
    run: () => replacing(stage, name(), body),
  };
};

/** A file with so many versions. @returns its id */
const withVersions = async (stage: Stage, name: string, count: number): Promise<string> => {
  for (let index = 0; index < count; index += 1) {
    await replacing(stage, name, randomBytes(kibi));
    // Nothing gives way to an empty content, which is no version itself.
    await replacing(stage, name, Buffer.alloc(0));
  }
  return idOf(await replacing(stage, name, randomBytes(kibi)));
};

const listedVersions = 20;

const listsVersions = async (stage: Stage): Promise<Iteration> => {
  const id = await withVersions(stage, 'versions.bin', listedVersions);
  return { run: () => stage.ask('GET', `/api/items/${id}/versions`) };
};

const restoresVersion = async (stage: Stage): Promise<Iteration> => {
  const id = await withVersions(stage, 'restore me.bin', 1);
  let version = '';
  return {
    before: async () => {
      const { body } = await stage.ask('GET', `/api/items/${id}/versions`);
      version = (JSON.parse(body.toString()) as VersionList).data[0]?.id ?? '';
    },
    run: () => stage.ask('POST', `/api/items/${id}/versions/${version}/restore`, {}),
  };
};

const copies = async (stage: Stage): Promise<Iteration> => {
  const items = await chosen(stage, 1);
  return {
    run: () => stage.ask('POST', '/api/copy', { to_id: stage.emptyFolder, items }),
    after: undone(stage),
  };
};

const zips = async (stage: Stage): Promise<Iteration> => {
  const folder = idOf(await stage.ask('POST', '/api/create-folder', { name: 'zip of many' }));
  for (let index = 0; index < 50; index += 1)
    await upload(stage, `name=${index}.bin&parent_id=${folder}`, randomBytes(kibi));
  return { run: () => stage.ask('GET', `/api/zip?items=${folder}|folder`) };
};

const ofLink =
  (pathOf: (token: string) => string): Call['prepare'] =>
  async (stage) => ({ run: () => stage.guest('GET', pathOf(stage.link)) });

const thumbnail = async (stage: Stage): Promise<Iteration> => ({
  run: () => stage.ask('GET', `/api/thumbnails/${stage.pictured}/sm`),
});

const page = (limit: number) => `?sort=name&direction=ASC&limit=${limit}`;

/** All that is counted, in the order of the file. */
export const calls: readonly Call[] = [
  {
    name: 'config, signed out',
    why: 'Every page begins with it, before anybody has signed in.',
    prepare: async (stage) => ({ run: () => stage.guest('GET', '/api/config') }),
  },
  {
    name: 'config, signed in',
    why: 'Every page begins with it.',
    prepare: get('/api/config'),
  },
  {
    name: 'user',
    why: 'Every page of somebody who has signed in asks for it once.',
    prepare: get('/api/user'),
  },
  {
    name: 'first page of the top, 50',
    why: 'What the page of files shows first.',
    entries: 50,
    prepare: get(`/api/browse/folders/root${page(50)}`),
  },
  {
    name: 'page of a folder, 1,000',
    why: 'What large folders are read by: its bytes and allocations are for each entry.',
    entries: 1000,
    prepare: async (stage) => ({
      run: () => stage.ask('GET', `/api/browse/folders/${stage.workshop}${page(1000)}`),
    }),
  },
  {
    name: 'details of a file',
    why: 'Asked for with each file that is opened; one statement finds it and all folders above it.',
    prepare: async (stage) => ({ run: () => stage.ask('GET', `/api/items/${stage.pictured}`) }),
  },
  {
    name: 'tree of folders',
    why: 'The side bar; it is the longer the more folders there are.',
    ofAll: true,
    prepare: get('/api/browse/navigation'),
  },
  {
    name: 'search by name',
    why: 'Asked while somebody types; it looks at all names that could be meant.',
    ofAll: true,
    prepare: get('/api/search?query=budget'),
  },
  {
    name: 'upload of 10 KiB',
    why: 'Many small files: statements, one commit, and the syncs that make the file durable, are all there is to it.',
    prepare: uploads(10 * kibi),
  },
  {
    name: 'upload of 8 MiB',
    dear: true,
    why: 'Writes of 1 MiB, one sync of the file; no statement for each piece.',
    prepare: uploads(8 * mebi),
  },
  {
    name: 'upload of 3 chunks',
    dear: true,
    why: 'Each chunk writes down how far it came.',
    prepare: chunked,
  },
  {
    name: 'download of 10 KiB',
    why: 'Authorised, and one file opened.',
    prepare: reads(10 * kibi),
  },
  {
    name: 'download of 8 MiB',
    dear: true,
    paced: true,
    why: 'No statement for each piece, and few reads.',
    prepare: reads(8 * mebi),
  },
  {
    name: 'range of 1 MiB',
    why: 'Films and resumed downloads: only what was asked for is read.',
    prepare: reads(4 * mebi, { range: `bytes=${mebi}-${2 * mebi - 1}` }),
  },
  {
    name: 'thumbnail',
    why: 'A page of pictures asks for hundreds of them at once.',
    prepare: thumbnail,
  },
  { name: 'rename', why: 'Ledger, item, event: one transaction.', prepare: renames },
  { name: 'move of 1', why: 'Ledger, item, two counts, event: one transaction.', prepare: moves(1) },
  {
    name: 'move of 1,000',
    dear: true,
    why: 'Hundreds by one statement: nearly as many statements as for one.',
    prepare: moves(1000),
  },
  { name: 'removal of 1', why: 'Marks the item and counts; one transaction.', prepare: removes(1) },
  {
    name: 'removal of 1,000',
    dear: true,
    why: 'Hundreds by one statement: nearly as many statements as for one.',
    prepare: removes(1000),
  },
  { name: 'restoration of 1', why: 'As a removal.', prepare: restores(1) },
  { name: 'restoration of 1,000', dear: true, why: 'As a removal of as many.', prepare: restores(1000) },
  { name: 'undoing a removal', why: 'Reads the ledger, then as a restoration.', prepare: undoes },
  {
    name: 'zip of 50 small files',
    dear: true,
    why: 'The tree is walked in few statements; each file is opened once.',
    prepare: zips,
  },
  {
    name: 'page of a link',
    why: 'What a visitor’s page asks first.',
    prepare: ofLink((token) => `/api/browse/share/${token}`),
  },
  {
    name: 'listing by a link, 50',
    why: 'As for its owner, with the link proved on the way.',
    entries: 50,
    prepare: ofLink((token) => `/api/browse/folders/root/${token}${page(50)}`),
  },
  {
    name: 'overwriting of 10 KiB',
    why: 'As an upload; the former content becomes a version by one more row.',
    prepare: overwrites,
  },
  {
    name: 'versions of a file, 20',
    why: 'A page is read by as many statements as one version.',
    entries: listedVersions,
    prepare: listsVersions,
  },
  {
    name: 'restoration of a version',
    why: 'Two rows are swapped, and no byte is read or written.',
    prepare: restoresVersion,
  },
  { name: 'copy of a file', why: 'Rows alone: no byte is copied.', prepare: copies },
];
