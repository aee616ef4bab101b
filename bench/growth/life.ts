/** Measures the start of a server with an account of some size, and its memory while it is idle. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, type RunningServer, startServer } from '../lib/holdall.ts';
import { median } from '../lib/statistics.ts';
import type { Cost } from './measure.ts';
import { createMeter } from './meter.ts';

const starts = 3;
/** Milliseconds after which an idle server has settled. */
const settling = 4_000;
const mebi = 1024 * 1024;

export interface Lifecycle {
  readonly start: Cost;
  /** MiB. */
  readonly memory: number;
  /** It runs. */
  readonly server: RunningServer;
}

/** @param databaseServer counts as well, where there is one */
export const measureLifecycle = async (
  place: Place,
  databaseServer: number | undefined,
): Promise<Lifecycle> => {
  const [cpu, wall]: [number[], number[]] = [[], []];
  const begin = async (): Promise<RunningServer> => {
    const database = databaseServer === undefined ? undefined : createMeter([databaseServer]);
    const before = database?.read() ?? 0;
    const start = performance.now();
    const server = await startServer(place);
    wall.push(performance.now() - start);
    database?.begin();
    cpu.push(1000 * ((server.figures()?.cpuSeconds ?? Number.NaN) + (database?.read() ?? 0) - before));
    return server;
  };
  for (let index = 1; index < starts; index += 1) await (await begin()).stop();
  const server = await begin();
  await delay(settling);
  return {
    start: { cpuMs: median(cpu), wallMs: median(wall), iterations: starts },
    memory: (server.figures()?.resident ?? Number.NaN) / mebi,
    server,
  };
};
