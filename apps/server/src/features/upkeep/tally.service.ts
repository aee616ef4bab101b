import type { Check, CheckName, CheckResult } from './doctor.types.ts';

/** Faults that are told one by one; of others only the number is. */
const examplesKept = 20;

const stateOf = (left: number, soft: boolean): CheckResult['state'] => {
  if (left === 0) return 'ok';
  return soft ? 'warning' : 'failed';
};

/** Makes a check and counts what it says. @throws what the check throws: nothing may be concluded then */
export const tallied = async (name: CheckName, repair: boolean, check: Check): Promise<CheckResult> => {
  let [examined, found, repaired, soft] = [0, 0, 0, false];
  const examples: string[] = [];
  await check({
    repair,
    look: (count = 1) => {
      examined += count;
    },
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
