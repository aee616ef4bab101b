import { doctorChecks } from '@holdall/contract/admin-upkeep';
import type { DoctorDeps } from './doctor-checks.ts';
import type { CheckResult, Progress, Report, ExaminationRequest } from './doctor.types.ts';
import { countCheck } from './check-counter.ts';

const ignore = (): void => undefined;

export interface Listening {
  /** Told of each result as it comes. */
  readonly onChecked?: (result: CheckResult) => void;
  /** Told very often how far it is. */
  readonly onLooked?: (progress: Progress) => void;
}

/**
 * Looks at everything that an installation keeps, and mends what can be mended without losing anything.
 *
 * @throws where something cannot be looked at: nothing may be concluded then
 */
export const examine = async (
  deps: DoctorDeps,
  { repair, readPercent }: ExaminationRequest,
  { onChecked = ignore, onLooked = ignore }: Listening = {},
): Promise<Report> => {
  // A running server needs none of them.
  const { checksOf } = await import('./doctor-checks.ts');
  const checks = checksOf(deps, readPercent);
  const at = deps.clock.now();
  const results: CheckResult[] = [];
  for (const name of doctorChecks) {
    const result = await countCheck(name, checks[name], { repair, onLooked });
    results.push(result);
    onChecked(result);
    // Of another schema, or of damaged pages, nothing that follows means anything.
    if (result.state === 'failed' && (name === 'schema' || name === 'database')) break;
  }
  const sound = results.every(({ state }) => state !== 'failed');
  return { at, repair, readPercent, checks: results, sound };
};
