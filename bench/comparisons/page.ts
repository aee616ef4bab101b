/** Measures how long a person waits who drops a folder of small files on the page, in a real browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedBrowser } from '../../e2e/harness/browser.ts';
import { dropFiles } from '../../e2e/harness/drop.ts';
import { skipOwnNames } from '../../e2e/harness/own-name.ts';
import { benchAccount } from '../lib/holdall.ts';
import { openSlowLine } from '../lib/slow-line.ts';
import type { Comparison, Group, Stage } from './comparison.ts';

const fileSize = 4 * 1024;
/** Milliseconds. */
const roundTrip = 40;
const patience = 30 * 60_000;

const writeFiles = (folder: string, count: number): void => {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, `file ${index}.txt`), Buffer.alloc(fileSize, `${index} `));
};

/** Drops a folder on a page of its own. @returns seconds until the dock says that all of it is there */
const dropAt = async (origin: string, folder: string, count: number): Promise<number> => {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  try {
    await skipOwnNames(context);
    const data = { ...benchAccount, remember: false };
    await context.request.post('/api/login', { headers: { origin }, data });
    const page = await context.newPage();
    await page.goto('/platform/files');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('main').waitFor();
    const start = performance.now();
    await dropFiles(page, [folder], { x: 700, y: 500 });
    const said = new RegExp(`^(${count}|${count.toLocaleString('en')}) items uploaded$`);
    await page.getByText(said).first().waitFor({ timeout: patience });
    return (performance.now() - start) / 1000;
  } finally {
    await context.close();
  }
};

const dropOfFolder = async (stage: Stage): Promise<Comparison> => {
  const count = stage.quick ? 100 : 10_000;
  const { origin } = stage.holdall;
  const line = await openSlowLine(origin, roundTrip);
  const entrant = (name: string, at: string, id: string) => ({
    name,
    run: async (round: number) => {
      const folder = join(stage.temporary, `dropped-${id}-${round + 1}`);
      writeFiles(folder, count);
      return { value: await dropAt(at, folder, count) };
    },
  });
  return {
    name: `Drop of a folder of ${count} × 4 KiB on the page`,
    unit: 's',
    reference: 'over loopback',
    entrants: [
      entrant('over loopback', origin, 'loopback'),
      entrant(`over a line of ${roundTrip} ms`, line.origin, 'line'),
    ],
    targets: stage.quick
      ? []
      : [
          { of: 'over loopback', figure: 'value', side: 'at most', limit: 6 },
          { of: `over a line of ${roundTrip} ms`, figure: 'value', side: 'at most', limit: 15 },
        ],
    rounds: 3,
    warmUp: false,
    clean: async () => {
      await line.close();
      await (await sharedBrowser()).close();
    },
  };
};

export const page: Group = { title: 'Page', comparisons: [dropOfFolder] };
