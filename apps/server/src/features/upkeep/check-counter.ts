import type { Check, CheckName, CheckResult, Progress } from './doctor.types.ts';

/** Faults that are told one by one; of others only the number is. */
const examplesKept = 20;

const stateOf = (left: number, soft: boolean): CheckResult['state'] => {
  if (left === 0) return 'ok';
  return soft ? 'warning' : 'failed';
};

/**
 * Makes a check and counts what it says.
 *
 * @param onLooked told each time that something was looked at, before it is as well
 * @throws what the check throws: nothing may be concluded then
 */
export const countCheck = async (
  name: CheckName,
  check: Check,
  { repair, onLooked }: { readonly repair: boolean; readonly onLooked: (progress: Progress) => void },
): Promise<CheckResult> => {
  let [examined, found, repaired, soft] = [0, 0, 0, false];
  let total: number | undefined;
  const tell = (): void => onLooked({ check: name, examined, total });
  const examples: string[] = [];
  tell();
  await check({
    repair,
    expect: (count) => {
      total = count;
      tell();
    },
    look: (count = 1) => {
      examined += count;
      tell();
    },
    list: (listed) => onLooked({ check: name, examined, total, listed }),
    fault: (sentence) => {
      found += 1;
      if (examples.length < examplesKept) examples.push(sentence);
    },
    mended: () => {
      repaired += 1;
    },
    soften: () => {
      soft = true;
    },
  });
  return { check: name, state: stateOf(found - repaired, soft), examined, found, repaired, examples };
};
