import { doctorChecks } from '@holdall/contract/admin-maintenance';
import type { DoctorDeps } from './doctor-checks.ts';
import type { CheckResult, Progress, Report, ExaminationRequest } from './doctor.types.ts';
import { countCheck } from './check-counter.ts';

const ignore = (): void => undefined;

export interface ExaminationListeners {
  /** Receives each result. */
  readonly onChecked?: (result: CheckResult) => void;
  /** Receives the progress, very often. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Runs all checks of an installation, and repairs faults without losing data.
 *
 * @throws if a check cannot be completed, which leaves the result unknown
 */
export const examine = async (
  deps: DoctorDeps,
  { repair, readPercent }: ExaminationRequest,
  { onChecked = ignore, onProgress = ignore }: ExaminationListeners = {},
): Promise<Report> => {
  // Loaded on demand, because a running server needs none of them.
  const { checksOf } = await import('./doctor-checks.ts');
  const checks = checksOf(deps, readPercent);
  const at = deps.clock.now();
  const results: CheckResult[] = [];
  for (const name of doctorChecks) {
    const result = await countCheck(name, checks[name], { repair, onProgress });
    results.push(result);
    onChecked(result);
    // With another schema, or damaged pages, later results would be meaningless.
    if (result.state === 'failed' && (name === 'schema' || name === 'database')) break;
  }
  const sound = results.every(({ state }) => state !== 'failed');
  return { at, repair, readPercent, checks: results, sound };
};
