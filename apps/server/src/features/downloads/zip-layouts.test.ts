import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { createTestClock, type TestClock } from '#testing/test-clock.ts';
import { type BuildSteps, createZipLayouts, type TakenLayout, type ZipLayouts } from './zip-layouts.ts';
import type { GrowingLayout } from './growing-layout.ts';
import type { BuiltLayout } from './zip-walk.ts';

const mebi = 1024 * 1024;

let events: Events;
let layouts: ZipLayouts;
let built: string[];
let clock: TestClock;
beforeEach(() => {
  events = createMemoryEvents((error) => {
    throw error;
  });
  clock = createTestClock();
  layouts = createZipLayouts({ events, clock });
  built = [];
});

/** Builds a layout of which only the memory and the archive's identity matter. */
const layoutOf = (megabytes: number, digest: string): BuiltLayout =>
  ({ layout: { memory: megabytes * mebi, digest }, onlyFolder: undefined }) as BuiltLayout;
/** Takes the layout of an owner's archive, and builds it when it is not cached. */
const take = (ownerId: string, name: string, megabytes = 1): Promise<TakenLayout> => {
  const build = async (): Promise<BuiltLayout> => {
    built.push(name);
    return layoutOf(megabytes, name);
  };
  return layouts.take({
    key: `${ownerId} ${name}`,
    ownerId,
    payer: ownerId,
    isClientGone: () => false,
    build,
  });
};
/** Takes and releases an archive. */
const ask = async (ownerId: string, name: string, megabytes = 1): Promise<void> => {
  (await take(ownerId, name, megabytes)).release();
};
const timesBuilt = (name: string): number => built.filter((other) => other === name).length;

describe('a cached layout', () => {
  it('is invalidated by a change of its owner’s tree, and of no other', async () => {
    await ask('ada', 'a');
    events.publish(filesEvent({ ownerId: 'eve', origin: undefined, containers: [null] }));
    await ask('ada', 'a');
    expect(built).toEqual(['a']);
    events.publish(filesEvent({ ownerId: 'ada', origin: undefined, containers: [null] }));
    await ask('ada', 'a');
    expect(built).toEqual(['a', 'a']);
  });

  it.each([
    ['a picture that was made', { itemIds: ['018f0000-0000-7000-8000-000000000000'] }],
    ['a favourite', { favourites: true }],
    ['room that was freed', { storage: true }],
    ['an emptied trash', { trash: true, storage: true }],
  ])('survives %s', async (_name, change) => {
    await ask('ada', 'a');
    events.publish(filesEvent({ ownerId: 'ada', origin: undefined, ...change }));
    await ask('ada', 'a');
    expect(built).toEqual(['a']);
  });

  it('is not evicted by any number of other accounts’ layouts', async () => {
    await ask('ada', 'a', 20);
    for (let index = 0; index < 20; index += 1) await ask('eve', `e${index}`, 20);
    await ask('eve', 'huge', 300);
    await ask('eve', 'large', 60);
    await ask('ada', 'a', 20);
    expect(timesBuilt('a')).toBe(1);
    await ask('eve', 'e20', 20);
    await ask('eve', 'e20', 20);
    expect(timesBuilt('e20')).toBe(1);
    await ask('eve', 'e1', 20);
    expect(timesBuilt('e1')).toBe(2);
  });

  it('may exceed its account’s share if there is room, in place of the account’s others', async () => {
    await ask('ada', 'small', 20);
    await ask('ada', 'large', 60);
    await ask('ada', 'large', 60);
    expect(timesBuilt('large')).toBe(1);
    await ask('ada', 'small', 20);
    expect(timesBuilt('small')).toBe(2);
    await ask('ada', 'beyond all', 65);
    await ask('ada', 'beyond all', 65);
    expect(timesBuilt('beyond all')).toBe(2);
  });

  it('is cached while it is in use, however large it is', async () => {
    const first = await take('ada', 'huge', 150);
    await ask('ada', 'huge', 150);
    await ask('ada', 'other');
    await ask('ada', 'huge', 150);
    first.release();
    expect(timesBuilt('huge')).toBe(1);
    await ask('ada', 'huge', 150);
    expect(timesBuilt('huge')).toBe(2);
  });
});

describe('running archives', () => {
  const unavailable = expect.objectContaining({ code: 'server.unavailable' }) as Error;
  let archives = 0;
  const another = (ownerId: string, megabytes: number) =>
    take(ownerId, `archive ${(archives += 1)}`, megabytes);

  it('of one account leave room for those of others', async () => {
    await another('eve', 80);
    const second = await another('eve', 80);
    await expect(another('eve', 1)).rejects.toThrow(unavailable);
    await another('ada', 100);
    await another('bob', 100);
    await expect(another('cyn', 100)).rejects.toThrow(unavailable);
    second.release();
    second.release();
    await another('cyn', 100);
    await expect(another('eve', 90)).rejects.toThrow(unavailable);
  });

  it('may be of any size when an account has no other one', async () => {
    await another('eve', 320);
    await another('ada', 10);
    await expect(another('eve', 1)).rejects.toThrow(unavailable);
  });

  it('that are equal count once, also when the tree was walked again in between', async () => {
    const first = await take('ada', 'a', 150);
    clock.advance(120_000);
    const second = await take('ada', 'a', 150);
    expect(timesBuilt('a')).toBe(2);
    expect(second.layout).toBe(first.layout);
    first.release();
    await expect(another('ada', 20)).rejects.toThrow(unavailable);
    second.release();
    await another('ada', 20);
  });

  it('that are equal in two accounts count for both', async () => {
    const [hers, his] = [await take('ada', 'a', 150), await take('bob', 'a', 150)];
    expect(his.layout).not.toBe(hers.layout);
    hers.release();
    await expect(another('bob', 20)).rejects.toThrow(unavailable);
    await another('ada', 20);
  });
});

describe('an archive that is sent while its layout is built', () => {
  /** Begins an archive; `finish` completes its layout or fails it. */
  const begin = (name: string, expected: number, isClientGone = () => false) => {
    const { promise, resolve: finish } = Promise.withResolvers<BuiltLayout | undefined>();
    const seen: { steps?: BuildSteps } = {};
    const growing = {
      memory: expected * mebi,
      hasFailed: false,
      segments: () => undefined,
    } as unknown as GrowingLayout;
    const request = {
      key: `ada ${name}`,
      ownerId: 'ada',
      payer: 'ada',
      isClientGone,
      build: async (steps: BuildSteps) => {
        built.push(name);
        seen.steps = steps;
        steps.onGrowing(growing);
        return promise;
      },
    };
    return {
      early: () => layouts.takeEarly(request),
      whole: () => layouts.take(request),
      finish,
      isAbandoned: () => seen.steps?.isClientGone(),
    };
  };
  const unavailable = { code: 'server.unavailable' };

  it('is built for as long as an answer follows it', async () => {
    const { early, isAbandoned } = begin('a', 1);
    const [first, second] = [await early(), await early()];
    expect(built).toEqual(['a']);
    first.release();
    first.release();
    expect(isAbandoned()).toBe(false);
    second.release();
    expect(isAbandoned()).toBe(true);
  });

  it('is built to its end for a range that waits for it', async () => {
    const { early, whole, finish, isAbandoned } = begin('a', 1);
    const range = whole();
    (await early()).release();
    expect(isAbandoned()).toBe(false);
    finish(layoutOf(1, 'a'));
    expect((await range).layout.digest).toBe('a');
  });

  it('counts once, first by its estimate and then by its size, until the last answer is sent', async () => {
    const { early, whole, finish } = begin('a', 150);
    const [first, second] = [await early(), await early()];
    await expect(take('ada', 'b', 20)).rejects.toMatchObject(unavailable);
    finish(layoutOf(140, 'a'));
    const later = await whole();
    const known = await early();
    expect(known).toHaveProperty('layout', later.layout);
    await ask('ada', 'c', 20);
    for (const { release } of [first, later, known]) release();
    await expect(take('ada', 'd', 30)).rejects.toMatchObject(unavailable);
    second.release();
    await expect(take('ada', 'e', 160)).resolves.toBeDefined();
  });

  it('does not begin when too much memory is in use, and its build stops then', async () => {
    await take('ada', 'other', 100);
    const { early, isAbandoned } = begin('a', 80);
    await expect(early()).rejects.toMatchObject(unavailable);
    expect(isAbandoned()).toBe(true);
  });

  it('releases its memory when the build fails', async () => {
    const { early, finish } = begin('a', 150);
    const first = await early();
    finish(undefined);
    await expect(take('ada', 'b', 160)).rejects.toMatchObject(unavailable);
    first.release();
    await expect(take('ada', 'b', 160)).resolves.toBeDefined();
  });
});

describe('guests of an account', () => {
  const request = (payer: string, name: string, megabytes: number) => ({
    key: `${payer} ${name}`,
    ownerId: 'ada',
    payer,
    isClientGone: () => false,
    build: async () => layoutOf(megabytes, name),
  });

  it('take none of their owner’s memory', async () => {
    await layouts.take(request('guests of ada', 'a', 150));
    await expect(layouts.take(request('guests of ada', 'b', 20))).rejects.toThrow();
    await expect(layouts.take(request('ada', 'c', 150))).resolves.toBeDefined();
  });

  it('that leave before the layout is built leave it to those that stay', async () => {
    let left = false;
    const asked: string[] = [];
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
    const by = (who: string, isClientGone: () => boolean) =>
      layouts.take({
        ...request('guests of ada', 'a', 1),
        isClientGone,
        build: async () => {
          asked.push(who);
          await waiting;
          return isClientGone() ? undefined : layoutOf(1, 'a');
        },
      });
    const first = by('first', () => left);
    const second = by('second', () => false);
    left = true;
    goOn();
    await expect(first).rejects.toMatchObject({ code: 'server.unavailable' });
    await expect(second).resolves.toBeDefined();
    expect(asked).toEqual(['first', 'second']);
  });
});
