/** Measures the start of a server, and its idle and peak use of resources. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { benchAccount, installServer, type Place, startNode, startServer } from '../lib/holdall.ts';
import type { Comparison, Entrant, Group, Stage } from './comparison.ts';

const mebi = 1024 * 1024;
/** Milliseconds after which an idle server has settled. */
const settling = 5_000;

interface Startable {
  stop(this: void): Promise<void>;
}

const starting = (name: string, start: () => Promise<Startable>): Entrant => ({
  name,
  run: async () => {
    const begin = performance.now();
    const server = await start();
    const value = performance.now() - begin;
    await server.stop();
    return { value };
  },
});

const install = async ({ makePlace }: Stage): Promise<Place> => {
  const place = await makePlace('life');
  await installServer(place, benchAccount);
  return place;
};

const installed = new WeakMap<Stage, Promise<Place>>();
/** Both comparisons start the same installation. */
const placeOf = (stage: Stage): Promise<Place> => {
  const place = installed.get(stage) ?? install(stage);
  installed.set(stage, place);
  return place;
};

const startUp = async (stage: Stage): Promise<Comparison> => {
  const place = await placeOf(stage);
  const bareServer = join(import.meta.dirname, '../servers/bare-server.ts');
  return {
    name: 'Start until it answers',
    unit: 'ms',
    reference: 'bare Node',
    entrants: [
      starting('Holdall', () => startServer(place)),
      starting('bare Node', () => startNode(bareServer, ['memory'])),
    ],
    targets: [{ of: 'Holdall', figure: 'ratio', than: 'bare Node', side: 'at most', limit: 3 }],
    warmUp: !stage.quick,
  };
};

const memory = async (stage: Stage): Promise<Comparison> => {
  const { holdall } = stage;
  const place = await placeOf(stage);
  return {
    name: 'Memory',
    unit: 'MiB',
    reference: 'at rest',
    entrants: [
      {
        name: 'at rest',
        run: async () => {
          const server = await startServer(place);
          await delay(settling);
          const resident = server.figures()?.resident ?? Number.NaN;
          await server.stop();
          return { value: resident / mebi };
        },
      },
      {
        name: 'at the most',
        run: async () => ({ value: (holdall.figures()?.peak ?? Number.NaN) / mebi }),
      },
    ],
    targets: [
      { of: 'at rest', figure: 'value', side: 'at most', limit: 120 },
      { of: 'at the most', figure: 'value', side: 'at most', limit: 250 },
    ],
    rounds: 1,
    warmUp: false,
  };
};

/** To be played last: what is the most is known then. */
export const life: Group = { title: 'Life', comparisons: [startUp, memory] };
