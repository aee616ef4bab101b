import type { Db } from '../../apps/server/src/db/database.ts';
import type { Answer, Client } from '../lib/client.ts';
import type { RunningServer } from '../lib/holdall.ts';

/** The fixture of scenarios: a signed-in connection and a second one. */
export interface Stage {
  readonly client: Client;
  readonly others: Client;
  /** A call that must succeed. @throws with the answer where it does not */
  ask(method: string, path: string, payload?: unknown): Promise<Answer>;
  /** The folder with a tenth of all items. */
  readonly largeFolder: string;
  /** Repetitions of a cheap call, of one that changes very much, and of one that takes very long. */
  readonly repeats: { readonly cheap: number; readonly dear: number; readonly once: 1 };
  readonly origin: string;
  /** The Cookie header of the signed-in connection. */
  readonly cookie: string;
  /** An empty folder for files. */
  readonly folder: string;
  readonly figures: RunningServer['figures'];
}

/** An account before its server runs. */
export interface SeedContext {
  readonly db: Db;
  readonly dataDir: string;
  readonly ownerId: string;
}

/** One line of the table. */
export interface Scenario {
  readonly name: string;
  /** Milliseconds of the median that the product promises (performance.md and the issues). */
  readonly target?: number;
  readonly repeats: 'cheap' | 'dear' | 'once';
  /** Runs once; what it answers is measured. `iteration` counts from 0. */
  readonly run: (iteration: number) => Promise<Answer>;
  /** Runs after each iteration, unmeasured. */
  readonly after?: (answer: Answer) => Promise<unknown>;
  /** Runs at the end, unmeasured, and returns notes. @throws where something is wrong */
  readonly notes?: () => Promise<readonly string[]>;
}

/** Scenarios that belong together. */
export interface Chapter {
  readonly title: string;
  /** False: it runs only on request. */
  readonly unasked?: false;
  /** Adds what it needs to the account, unless it is there already. */
  readonly plant?: (context: SeedContext, options: { readonly quick: boolean }) => Promise<void>;
  readonly scenarios: (stage: Stage) => Promise<readonly Scenario[]>;
}
