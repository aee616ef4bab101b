/** The part of the law that no rule about imports expresses: what the text of files may not contain. */
export interface ContentRule {
  readonly name: string;
  readonly comment: string;
  readonly path: RegExp;
  /** With the flag `g`, because breaches are counted. */
  readonly forbids: RegExp;
  /**
   * Breaches that were there when the rule came, by file. The list may only shrink: a file that has more of them breaks the
   * rule, and so does one that has fewer, until the list says so.
   */
  readonly known?: Readonly<Record<string, number>>;
}

export const contentRules: readonly ContentRule[] = [
  {
    name: 'services-build-no-queries',
    comment:
      'Only a repo selects, inserts, updates or deletes; a service, a task or a part may open a transaction.',
    path: /^apps\/server\/src\/features\/[^/]+\/(?:[a-z0-9-]+|.+\.(?:service|task|routes|policy|rules|present))\.ts$/,
    forbids:
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|withRecursive)\(|\bsql`/g,
  },
  {
    name: 'compose-only-wires',
    comment: 'compose has no timers and throws nothing but ConfigError; it passes on what others threw.',
    path: /^apps\/server\/src\/compose\/.+(?<!\.test)\.ts$/,
    forbids: /\b(?:setTimeout|setInterval|setImmediate)\b|\bthrow (?:new (?!ConfigError\b)|\w+\()/g,
    known: {
      'apps/server/src/compose/blobs.ts': 2,
      'apps/server/src/compose/database.ts': 1,
      'apps/server/src/compose/lifecycle.ts': 1,
      'apps/server/src/compose/moving.ts': 5,
      'apps/server/src/compose/new-storage.ts': 1,
      'apps/server/src/compose/wizard.ts': 4,
    },
  },
];
