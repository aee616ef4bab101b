import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { listTaken, type NameInFolder } from './changes.repo.ts';
import { nameTaken } from './files.errors.ts';
import { between, firstProbes, numberedName } from './files.rules.ts';

/** A request for a name in a container. */
export interface NameRequest extends NameInFolder {
  readonly type: ItemRow['type'];
}

/** Returns a single string for a name in a container; ids have no slash. */
export const nameKey = ({ container, name }: NameInFolder): string => `${container}/${name}`;

/** Requests for one and the same name, which get neighbouring numbers. */
interface Group {
  readonly request: NameRequest;
  /** Indexes of the requests in the list. */
  readonly members: number[];
  /** Number of requests that have a name. */
  named: number;
  numbers: readonly number[];
  /** The first free number, once it is known. */
  first: number | undefined;
}

/** Mostly this number is free, and there may be very many requests. */
const firstTry: readonly number[] = [1];

const groupsOf = (requests: readonly NameRequest[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const [index, request] of requests.entries()) {
    const key = `${request.type}/${nameKey(request)}`;
    const group = groups.get(key) ?? { request, members: [], named: 0, numbers: firstTry, first: undefined };
    group.members.push(index);
    groups.set(key, group);
  }
  return [...groups.values()];
};

const candidate = ({ request }: Group, number: number): NameInFolder => ({
  container: request.container,
  name: numberedName(request.name, number, request.type),
});

/** Returns consecutive numbers for all of a group, and some more in case a few are taken. */
const run = ({ members, named }: Group, from: number): number[] =>
  Array.from({ length: members.length - named + 16 }, (_, index) => from + index);

/** Narrows a group down to its first free number, by the numbers taken among those tried. */
const narrow = (group: Group, isFree: (number: number) => boolean): void => {
  const index = group.numbers.findIndex(isFree);
  const free = group.numbers[index];
  if (free === undefined) {
    if (group.numbers !== firstTry) throw nameTaken(group.request.name);
    group.numbers = firstProbes;
    return;
  }
  const below = group.numbers[index - 1] ?? free - 1;
  if (free - below > 1) {
    group.numbers = between(below, free);
  } else {
    group.first = free;
    group.numbers = run(group, free);
  }
};

/**
 * Returns free names of the form `name (n)`, one for each request. Each query narrows all requests down
 * sixteenfold, however many names are taken.
 *
 * @param reserved keys of names (`nameKey`) that are about to be taken; the returned names are added to them
 */
export const freeNames = async (
  db: Db,
  requests: readonly NameRequest[],
  reserved: Set<string> = new Set(),
): Promise<string[]> => {
  const answers: string[] = [];
  let groups = groupsOf(requests);
  while (groups.length > 0) {
    const candidates = groups.flatMap((group) => group.numbers.map((number) => candidate(group, number)));
    const taken = new Set((await listTaken(db, candidates)).map(nameKey));
    const pending: Group[] = [];
    for (const group of groups) {
      const keyOf = (number: number): string => nameKey(candidate(group, number));
      const isFree = (number: number): boolean => !taken.has(keyOf(number)) && !reserved.has(keyOf(number));
      if (group.first === undefined) {
        narrow(group, isFree);
        // A single request needs no second query.
        if (group.first === undefined || group.members.length > 1) {
          pending.push(group);
          continue;
        }
        group.numbers = [group.first];
      }
      const free = group.numbers.filter(isFree);
      for (const number of free) {
        const index = group.members[group.named];
        if (index === undefined) break;
        group.named += 1;
        const place = candidate(group, number);
        answers[index] = place.name;
        reserved.add(nameKey(place));
      }
      if (group.named < group.members.length) {
        group.numbers = run(group, (group.numbers.at(-1) ?? 0) + 1);
        pending.push(group);
      }
    }
    groups = pending;
  }
  return answers;
};
