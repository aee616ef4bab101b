/** The part of the law that no rule about imports expresses: what the text of files may not contain. */
export interface ContentRule {
  readonly name: string;
  readonly comment: string;
  readonly path: RegExp;
  readonly forbids: RegExp;
}

export const contentRules: readonly ContentRule[] = [
  {
    name: 'services-build-no-queries',
    comment:
      'Only a repo selects, inserts, updates or deletes; a service, a task or a part may open a transaction.',
    path: /^apps\/server\/src\/features\/[^/]+\/(?:[a-z0-9-]+|.+\.(?:service|task|routes|policy|rules|present))\.ts$/,
    forbids:
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|withRecursive)\(|\bsql`/,
  },
  {
    name: 'compose-only-wires',
    comment: 'compose has no timers and throws nothing but ConfigError; it passes on what others threw.',
    path: /^apps\/server\/src\/compose\/.+(?<!\.test)\.ts$/,
    forbids: /\b(?:setTimeout|setInterval|setImmediate)\b|\bthrow (?:new (?!ConfigError\b)|\w+\()/,
  },
];
