import type { ItemRef } from '@holdall/contract/selections';
import type { TestApp } from '#testing/create-test-app.ts';
import { askForFiles, createSender } from '#testing/request-sender.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';

/** Requests for files that take none: by their owner's word, by the clock, and so on. */
export const endedRequests = [
  'request closed',
  'request overdue',
  'request full',
  'request trashed',
  'request suspended',
  'request deleted',
] as const;
/** A link of each kind that there is; `none` was never given to anybody. */
export const linkKinds = [
  'none',
  'visitor',
  'editor',
  'locked',
  'expired',
  'revoked',
  'trashed',
  'suspended',
  'file',
  'edited file',
  'collection',
  'request',
  ...endedRequests,
] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A link, and what is behind it, in a folder that holds more: every name there begins with `hidden`. */
export interface Link {
  readonly token: string;
  readonly root: ItemRef;
  readonly folder: ItemRef;
  /** A file that has bytes. */
  readonly bytes: ItemRef;
  /** Puts another file there. */
  readonly another: () => Promise<ItemRef>;
}

export interface LinkCast {
  readonly links: Readonly<Record<LinkKind, Link>>;
  readonly owner: TreeClient;
  readonly cookies: { readonly owner: string; readonly otherUser: string };
}

const tokenOf = (answer: unknown): string =>
  (answer as { data: { attributes: { token: string } } }).data.attributes.token;

/** Creates an owner with links of every kind, another user, and a suspended owner. */
export const createLinkCast = async (server: TestApp): Promise<LinkCast> => {
  const person = async (name: string): Promise<TreeClient> => {
    await server.addUser(`${name}@example.com`);
    return createTreeClient(server, `${name}@example.com`);
  };
  const [bob, sue] = [await person('bob'), await person('sue')];
  await server.addUser('eve@example.com');

  const furnish = async (who: TreeClient, kind: LinkKind): Promise<Omit<Link, 'token'>> => {
    const outer = await who.folder(`hidden outside ${kind}`);
    await who.file(`hidden beside ${kind}`, outer);
    const root = await who.folder(`hidden ${kind}`, outer);
    const folder = await who.folder('hidden folder', root);
    const bytes = await who.upload(`hidden ${kind}.txt`, 'hidden bytes');
    await who.move([bytes], root);
    let count = 0;
    // Nothing can be uploaded into trashed items, or those of a suspended owner.
    const isDead = /trashed|suspended/.test(kind);
    const another = async (): Promise<ItemRef> => {
      count += 1;
      return isDead ? bytes : who.file(`hidden ${kind} ${count}`, root);
    };
    return { root, folder, bytes, another };
  };
  const shared = async (who: TreeClient, kind: LinkKind, more: object = {}): Promise<Link> => {
    const behind = await furnish(who, kind);
    const answer = await who.call('POST', '/api/share', { ...behind.root, ...more });
    return { ...behind, token: tokenOf(answer) };
  };
  const asFile = async (kind: LinkKind, more: object = {}): Promise<Link> => {
    const behind = await furnish(bob, kind);
    const answer = await bob.call('POST', '/api/share', { ...behind.bytes, ...more });
    return { ...behind, root: behind.bytes, token: tokenOf(answer) };
  };
  const asCollection = async (): Promise<Link> => {
    const behind = await furnish(bob, 'collection');
    const answer = await bob.call('POST', '/api/share/collection', {
      name: 'Collection',
      items: [behind.root],
    });
    return { ...behind, token: tokenOf(answer) };
  };
  const asRequest = async (who: TreeClient, kind: LinkKind, more: object = {}): Promise<Link> => {
    const behind = await furnish(who, kind);
    const { token } = await askForFiles(who, behind.root, { name: 'Photos, please', ...more });
    return { ...behind, token };
  };

  const editor = { permission: 'editor' };
  const links = {
    none: { ...(await furnish(bob, 'none')), token: 'a'.repeat(32) },
    visitor: await shared(bob, 'visitor'),
    editor: await shared(bob, 'editor', editor),
    locked: await shared(bob, 'locked', { ...editor, password: 'harbour lights' }),
    expired: await shared(bob, 'expired', { ...editor, expiration: 1 }),
    revoked: await shared(bob, 'revoked', editor),
    trashed: await shared(bob, 'trashed', editor),
    suspended: await shared(sue, 'suspended', editor),
    file: await asFile('file'),
    'edited file': await asFile('edited file', editor),
    collection: await asCollection(),
    request: await asRequest(bob, 'request'),
    'request closed': await asRequest(bob, 'request closed'),
    'request overdue': await asRequest(bob, 'request overdue'),
    'request full': await asRequest(bob, 'request full', { max_files: 1 }),
    'request trashed': await asRequest(bob, 'request trashed'),
    'request suspended': await asRequest(sue, 'request suspended'),
    'request deleted': await asRequest(bob, 'request deleted'),
  } satisfies Record<LinkKind, Link>;
  const { db } = server.parts;
  await db
    .updateTable('shares')
    .set({ expires_at: server.clock.now() - 1 })
    .where('token', '=', links.expired.token)
    .execute();
  await bob.call('POST', '/api/share/revoke', { tokens: [links.revoked.token], _method: 'delete' });
  await bob.remove([links.trashed.root, links['request trashed'].root]);
  await bob.call('PATCH', `/api/file-requests/${links['request closed'].token}`, { state: 'filled' });
  await db
    .updateTable('file_requests')
    .set({ deadline: server.clock.now() - 1 })
    .where('token', '=', links['request overdue'].token)
    .execute();
  await createSender(server, links['request full'].token).send('hidden sent.txt', 'x');
  await bob.call('DELETE', `/api/file-requests/${links['request deleted'].token}`);
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', sue.userId).execute();
  return {
    links,
    owner: bob,
    cookies: {
      owner: await server.signIn('bob@example.com'),
      otherUser: await server.signIn('eve@example.com'),
    },
  };
};
