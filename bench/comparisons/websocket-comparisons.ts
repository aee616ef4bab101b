/** Thousands of connected browsers that receive changes. */
import { quantile } from '../lib/statistics.ts';
import { type WebSocketClients, connectToBareServer, connectToHoldall } from './websockets.ts';
import type { Comparison, Entrant, Group, Stage } from './comparison.ts';

const mebi = 1024 * 1024;
const countOf = ({ quick }: Stage): number => (quick ? 200 : 5_000);

const open = async (stage: Stage) => {
  const count = countOf(stage);
  return [
    ['Holdall', await connectToHoldall(stage, count)],
    ['bare ws', await connectToBareServer(count)],
  ] as const;
};

type Audiences = Awaited<ReturnType<typeof open>>;
const openStages = new WeakMap<Stage, Promise<Audiences>>();
/** Both comparisons are about the same connections. */
const clientsOf = (stage: Stage): Promise<Audiences> => {
  const clientsByServer = openStages.get(stage) ?? open(stage);
  openStages.set(stage, clientsByServer);
  return clientsByServer;
};

const entrants = (
  clientsByServer: Audiences,
  run: (clients: WebSocketClients, round: number) => Promise<number>,
): Entrant[] =>
  clientsByServer.map(([name, clients]) => ({
    name,
    run: async (round) => ({ value: await run(clients, round) }),
  }));

const telling = async (stage: Stage): Promise<Comparison> => ({
  name: `Told of a change (p95), ${countOf(stage)} connected`,
  unit: 'ms',
  reference: 'bare ws',
  entrants: entrants(await clientsOf(stage), async ({ hear }, round) => quantile(await hear(round), 0.95)),
  targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 1_000 }],
});

const memory = async (stage: Stage): Promise<Comparison> => {
  const clientsByServer = await clientsOf(stage);
  const resident = ({ figures }: WebSocketClients) => figures()?.resident ?? Number.NaN;
  const [[, holdall]] = clientsByServer;
  return {
    name: `Memory with ${countOf(stage)} connected`,
    unit: 'MiB',
    reference: 'bare ws',
    entrants: [
      ...entrants(clientsByServer, async (clients) => resident(clients) / mebi),
      {
        name: 'Holdall, KiB a connection',
        run: async () => ({ value: (resident(holdall) - holdall.before) / 1024 / countOf(stage) }),
      },
    ],
    targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 300 }],
    rounds: 1,
    clean: async () => {
      for (const [, { close }] of clientsByServer) await close();
    },
  };
};

/** The second comparison ends what the first has opened. */
export const sockets: Group = { title: 'WebSockets', comparisons: [telling, memory] };
