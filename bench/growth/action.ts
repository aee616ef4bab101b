import type { Answer } from '../wire/connection.ts';
import type { Complexity } from './fit.ts';

/** The topic of a curve; a picture shows all curves of a topic. */
export type Topic = 'listing' | 'search' | 'changes' | 'zip' | 'life';

/**
 * The dimension that grows along a curve while the other stays constant: all items of the account, or those
 * that a call touches.
 */
export type Growing = 'account' | 'touched';

export interface Subject {
  readonly topic: Topic;
  readonly name: string;
  readonly growing: Growing;
  readonly complexity: Complexity;
  /** `ms`: of the processors’ time that a call takes. */
  readonly unit: 'ms' | 'MiB';
}

/** A call whose cost is measured. */
export interface Action extends Omit<Subject, 'growing' | 'unit'> {
  /** Runs before each iteration, unmeasured. */
  readonly before?: (iteration: number) => Promise<unknown>;
  readonly run: (iteration: number) => Promise<unknown>;
  /** Runs after each iteration, unmeasured. */
  readonly after?: (iteration: number) => Promise<unknown>;
  /** The most repetitions that are possible; undefined: as many as the measurement needs. */
  readonly atMost?: number;
}

/** A folder, and others like it. */
export interface Touched {
  /** Files in each. */
  readonly count: number;
  readonly folder: string;
  /** Copies that are there to be deleted. */
  readonly toDelete: readonly string[];
}

/** The fixture of actions. */
export interface Stage {
  /** A call as the account that must succeed. @throws with the answer where it does not */
  ask(this: void, method: string, path: string, payload?: unknown): Promise<Answer>;
  /** Uploads bytes. @throws where they are not stored */
  upload(this: void, parent: string, name: string): Promise<void>;
  /** Downloads an archive and forgets it. */
  fetch(this: void, url: string, size: number): Promise<void>;
  /** Waits until nothing is left of what was deleted for good: the server sees to that after its answer. */
  swept(this: void): Promise<void>;
  /** A folder with a tenth of the account’s items. */
  readonly large: { readonly id: string; readonly count: number };
  /** An empty folder. */
  readonly elsewhere: string;
}
