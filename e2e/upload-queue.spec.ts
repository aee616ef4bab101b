import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';

const chunkSize = 1_048_576;
const longType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const journey = journeysOf({}, { chunkSize, blacklist: `text/html,${longType}` });

journey(
  'on the smallest phone a reason is shown to its end',
  async ({ page, signIn, server }) => {
    const folder = await (await signInToApi(server.url)).createFolder('Small');
    await signIn({ at: `/platform/files/${folder}` });
    const upload = page.getByRole('main').getByRole('button', { name: 'Upload files' });
    await expectVisible(upload);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.click()]);
    const letter = { name: 'letter.docx', mimeType: longType, buffer: Buffer.from('x') };
    await chooser.setFiles([letter, { ...letter, name: 'other.docx' }]);
    const { alert, dock } = filesPage(page);
    await alert.getByRole('button').click();
    await expectGone(alert);
    for (const text of [`This file type is blocked: ${longType}`, '2 need your attention']) {
      const said = dock.getByText(text).first();
      await expectVisible(said);
      await expectEventually(
        () =>
          said.evaluate(
            ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
              scrollHeight <= clientHeight && scrollWidth <= clientWidth,
          ),
        true,
      );
    }
    const [row, reason] = [dock.getByRole('listitem').first(), dock.getByText(longType).first()];
    const [around, inside] = [await row.boundingBox(), await reason.boundingBox()];
    expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual(
      (around?.y ?? 0) + (around?.height ?? 0),
    );
  },
  { viewport: { width: 320, height: 640 } },
);

journey(
  'a file that is cancelled when the server has it already is listed',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/request failed: POST .*ERR_ABORTED/);
    const real = writeFolder('late', new Map([['stored.txt', randomBytes(100)]]));
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Too late');
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    const stored = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    // The answer is on its way while the user cancels.
    await page.route('**/api/upload?*', async (route) => {
      const response = await route.fetch();
      stored.resolve();
      await cancelled.promise;
      await route.fulfill({ response });
    });
    await files.choose(join(real.path, 'stored.txt'));
    await stored.promise;
    await files.dock.getByRole('button', { name: 'Cancel upload' }).click();
    await expectGone(files.dock);
    cancelled.resolve();
    await expectVisible(files.row('stored.txt'));
    expect(await api.list(folder)).toHaveLength(1);
  },
);
