import type { FileRequest } from '@holdall/contract/file-requests';
import type { ItemRef } from '@holdall/contract/selections';
import type { TestApp } from '#testing/create-test-app.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';

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
  'request',
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
  readonly cookies: { readonly owner: string; readonly stranger: string };
}

const tokenOf = (answer: unknown): string =>
  (answer as { data: { attributes: { token: string } } }).data.attributes.token;

/** An owner with links of every kind, a stranger with an account, and an owner who was suspended. */
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
    // Nothing can be put any more into what is in the trash, or somebody's who is suspended.
    const isDead = kind === 'trashed' || kind === 'suspended';
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
  const asFile = async (): Promise<Link> => {
    const behind = await furnish(bob, 'file');
    const answer = await bob.call('POST', '/api/share', behind.bytes);
    return { ...behind, root: behind.bytes, token: tokenOf(answer) };
  };
  const asRequest = async (): Promise<Link> => {
    const behind = await furnish(bob, 'request');
    const wish = { folder_id: behind.root.id, name: 'Photos, please' };
    const answer = (await bob.call('POST', '/api/file-requests', wish)) as unknown as FileRequest;
    return { ...behind, token: answer.data.attributes.token };
  };

  const editor = { permission: 'editor' };
  const links = {
    none: { ...(await furnish(bob, 'none')), token: 'a'.repeat(32) },
    visitor: await shared(bob, 'visitor'),
    editor: await shared(bob, 'editor', editor),
    locked: await shared(bob, 'locked', { ...editor, password: 'harbour' }),
    expired: await shared(bob, 'expired', { ...editor, expiration: 1 }),
    revoked: await shared(bob, 'revoked', editor),
    trashed: await shared(bob, 'trashed', editor),
    suspended: await shared(sue, 'suspended', editor),
    file: await asFile(),
    request: await asRequest(),
  } satisfies Record<LinkKind, Link>;
  const { db } = server.parts;
  await db
    .updateTable('shares')
    .set({ expires_at: server.clock.now() - 1 })
    .where('token', '=', links.expired.token)
    .execute();
  await bob.call('POST', '/api/share/revoke', { tokens: [links.revoked.token], _method: 'delete' });
  await bob.remove([links.trashed.root]);
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', sue.userId).execute();
  return {
    links,
    owner: bob,
    cookies: {
      owner: await server.signIn('bob@example.com'),
      stranger: await server.signIn('eve@example.com'),
    },
  };
};
