import type { Answer, Client } from './client.ts';

/** What scenarios work with: a signed-in connection and another one beside it. */
export interface Stage {
  readonly client: Client;
  readonly others: Client;
  /** A call that must succeed. @throws with the answer where it does not */
  ask(method: string, path: string, payload?: unknown): Promise<Answer>;
  /** The folder with a tenth of all items. */
  readonly largeFolder: string;
  /** How often a cheap call is repeated, and one that changes very much. */
  readonly repeats: { readonly cheap: number; readonly dear: number };
}

/** One line of the table. */
export interface Scenario {
  readonly name: string;
  /** Milliseconds of the median that the product promises (performance.md and the issues). */
  readonly target?: number;
  readonly repeats: 'cheap' | 'dear';
  /** Runs once; what it answers is measured. `turn` counts from 0. */
  readonly run: (turn: number) => Promise<Answer>;
  /** Runs after each turn, unmeasured. */
  readonly after?: (answer: Answer) => Promise<unknown>;
}

/** Scenarios that belong together. */
export interface Chapter {
  readonly title: string;
  readonly scenarios: (stage: Stage) => Promise<readonly Scenario[]>;
}
