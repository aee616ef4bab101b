/** Very many browsers that stay connected and are told what changes. */
import { quantile } from '../lib/statistics.ts';
import { type Audience, audienceOfBare, audienceOfHoldall } from './audience.ts';
import type { Contest, Entrant, Group, Stage } from './contest.ts';

const mebi = 1024 * 1024;
const countOf = ({ quick }: Stage): number => (quick ? 200 : 5_000);

const open = async (stage: Stage) => {
  const count = countOf(stage);
  return [
    ['Holdall', await audienceOfHoldall(stage, count)],
    ['bare ws', await audienceOfBare(count)],
  ] as const;
};

type Audiences = Awaited<ReturnType<typeof open>>;
const openStages = new WeakMap<Stage, Promise<Audiences>>();
/** Both contests are about the same connections. */
const audiencesOf = (stage: Stage): Promise<Audiences> => {
  const audiences = openStages.get(stage) ?? open(stage);
  openStages.set(stage, audiences);
  return audiences;
};

const entrants = (
  audiences: Audiences,
  run: (audience: Audience, round: number) => Promise<number>,
): Entrant[] =>
  audiences.map(([name, audience]) => ({
    name,
    run: async (round) => ({ value: await run(audience, round) }),
  }));

const telling = async (stage: Stage): Promise<Contest> => ({
  name: `Told of a change (p95), ${countOf(stage)} connected`,
  unit: 'ms',
  reference: 'bare ws',
  entrants: entrants(await audiencesOf(stage), async ({ hear }, round) => quantile(await hear(round), 0.95)),
  targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 1_000 }],
});

const memory = async (stage: Stage): Promise<Contest> => {
  const audiences = await audiencesOf(stage);
  const resident = ({ figures }: Audience) => figures()?.resident ?? Number.NaN;
  const [[, holdall]] = audiences;
  return {
    name: `Memory with ${countOf(stage)} connected`,
    unit: 'MiB',
    reference: 'bare ws',
    entrants: [
      ...entrants(audiences, async (audience) => resident(audience) / mebi),
      {
        name: 'Holdall, KiB a connection',
        run: async () => ({ value: (resident(holdall) - holdall.before) / 1024 / countOf(stage) }),
      },
    ],
    targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 300 }],
    rounds: 1,
    clean: async () => {
      for (const [, { close }] of audiences) await close();
    },
  };
};

/** The second contest ends what the first has opened. */
export const sockets: Group = { title: 'WebSockets', contests: [telling, memory] };
