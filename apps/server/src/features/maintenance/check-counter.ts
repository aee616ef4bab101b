import type { Check, CheckName, CheckResult, Progress } from './doctor.types.ts';

/** Faults that are listed; of others only the number is reported. */
const examplesKept = 20;

const stateOf = (left: number, soft: boolean): CheckResult['state'] => {
  if (left === 0) return 'ok';
  return soft ? 'warning' : 'failed';
};

/**
 * Runs a check and counts its results.
 *
 * @param onProgress receives the progress, first before anything was examined
 * @throws the errors of the check, which leave the result unknown
 */
export const countCheck = async (
  name: CheckName,
  check: Check,
  { repair, onProgress }: { readonly repair: boolean; readonly onProgress: (progress: Progress) => void },
): Promise<CheckResult> => {
  let [examined, found, repaired, soft] = [0, 0, 0, false];
  let total: number | undefined;
  const tell = (): void => onProgress({ check: name, examined, total });
  const examples: string[] = [];
  tell();
  await check({
    repair,
    expect: (count) => {
      total = count;
      tell();
    },
    advance: (count = 1) => {
      examined += count;
      tell();
    },
    fault: (sentence) => {
      found += 1;
      if (examples.length < examplesKept) examples.push(sentence);
    },
    repairedOne: () => {
      repaired += 1;
    },
    soften: () => {
      soft = true;
    },
  });
  return { check: name, state: stateOf(found - repaired, soft), examined, found, repaired, examples };
};
