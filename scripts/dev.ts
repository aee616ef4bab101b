/**
 * `npm run dev`: the server, which restarts when its sources change, behind Vite's development
 * server, which updates the page in place. One address, one Ctrl+C. It reads the same HOLDALL_*
 * variables as `npm start`; HOLDALL_PORT is the port of the page.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startRestarting } from './dev/restarting-program.ts';
import { freePort } from './process/free-port.ts';

const root = resolve(import.meta.dirname, '..');
const port = process.env['HOLDALL_PORT'] ?? '8080';
const page = `http://127.0.0.1:${port}`;
const serverPort = String(await freePort());
const server = `http://127.0.0.1:${serverPort}`;
const say = (sentence: string) => console.log(`[dev] ${sentence}`);

let isShown = false;
const showAddress = async () => {
  if (isShown) return;
  isShown = true;
  for (;;) {
    const answer = await fetch(`${page}/health/live`).catch(() => undefined);
    if (answer?.ok === true) break;
    await delay(100);
  }
  say(`Holdall is ready at ${page}`);
};

const program = startRestarting({
  command: [process.execPath, 'apps/server/src/main.ts', 'serve'],
  cwd: root,
  env: {
    ...process.env,
    HOLDALL_PORT: serverPort,
    HOLDALL_HOST: '127.0.0.1',
    HOLDALL_URL: process.env['HOLDALL_URL'] ?? page,
    HOLDALL_LOG_LEVEL: process.env['HOLDALL_LOG_LEVEL'] ?? 'warn',
  },
  watched: [join(root, 'apps/server/src'), join(root, 'packages/contract/src')],
  onLine: (line) => {
    // The server's own address is not the one to open.
    if (line.includes(' is ready at ')) void showAddress();
    // Nor is the built page missed: Vite serves it from its sources.
    else if (line.trim() !== '' && !line.includes('is not built')) console.log(line);
  },
  say,
});

const vite = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vite/bin/vite.js'),
    '--host',
    '127.0.0.1',
    '--port',
    port,
    '--strictPort',
    '--logLevel',
    'warn',
  ],
  {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, HOLDALL_DEV_SERVER: server },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);

let stopping: Promise<void> | undefined;
const stop = (code: number) => {
  stopping ??= (async () => {
    vite.kill('SIGTERM');
    await program.stop();
    process.exit(code);
  })();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
vite.once('close', (code) => stop(code ?? 1));
