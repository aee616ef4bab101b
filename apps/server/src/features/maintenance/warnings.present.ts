import type { getDashboard } from '@holdall/contract/admin-server';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { OpenWarning } from './warnings.types.ts';

export const presentWarnings = (
  warnings: readonly OpenWarning[],
): AnswersOf<typeof getDashboard>['data']['warnings'] =>
  warnings.map(({ code, since, facts }) => ({
    code,
    since: new Date(since).toISOString(),
    facts: { ...facts },
  }));
