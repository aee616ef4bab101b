import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let folder: ItemRef;
let file: ItemRef;
beforeEach(async () => {
  folder = await ada.folder('folder');
  file = await ada.upload('file.txt', 'bytes');
});

const change = (token: string, fields: object) => ada.call('PATCH', `/api/share/${token}`, fields);

describe('a password', () => {
  const [rule, breached] = [
    'Use at least 8 characters, or 6 if they’re not all digits.',
    'This password appears in known data breaches. Choose another one, or use at least 8 characters.',
  ];

  test.each([
    ['five letters', 'q7#xk', rule],
    ['seven digits', '9038471', rule],
    ['seven digits of another script', '٩٠٣٨٤٧١', rule],
    ['six letters from a breach', 'dragon', breached],
    ['the same in capitals and full width', 'Ｄragon'.toUpperCase(), breached],
  ])('of %s is refused wherever a link gets one', async (_what, password, sentence) => {
    const token = await shareOf(ada, file);
    const said = { status: 422, errors: { password: [sentence] } };
    expect(await ada.call('POST', '/api/share', { ...folder, password })).toMatchObject(said);
    expect(await change(token, { password })).toMatchObject(said);
    const collection = { name: 'both', items: [file, folder], password };
    expect(await ada.call('POST', '/api/share/collection', collection)).toMatchObject(said);
  });

  test.each(['q7#xkm', '90384712', 'lighthouse'])('like %s is accepted', async (password) => {
    expect(await ada.call('POST', '/api/share', { ...folder, password })).toMatchObject({ status: 201 });
  });

  test('that is shorter stays valid for a link that has it', async () => {
    const token = await shareOf(ada, folder, { password: 'harbour lights' });
    const password_hash = await server.parts.hasher.hash('1234', 'link');
    await server.parts.db.updateTable('shares').set({ password_hash }).where('token', '=', token).execute();
    const opened = await createGuestClient(server).post(`/api/browse/authenticate/${token}`, {
      password: '1234',
    });
    expect(opened.status).toBe(200);
    expect(await change(token, { permission: 'editor' })).toMatchObject({ status: 200 });
  });
});
