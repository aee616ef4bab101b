import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { createTestClock } from '#testing/test-clock.ts';
import { createZipLayouts, type ZipLayouts } from './zip-layouts.service.ts';
import type { LaidOut } from './zip-walk.service.ts';

const mebi = 1024 * 1024;

let events: Events;
let layouts: ZipLayouts;
let built: string[];
beforeEach(() => {
  events = createMemoryEvents((error) => {
    throw error;
  });
  layouts = createZipLayouts({ events, clock: createTestClock() });
  built = [];
});

/** Of a layout only what it takes counts here. */
const layoutOf = (megabytes: number): LaidOut =>
  ({ layout: { memory: megabytes * mebi }, onlyFolder: undefined }) as LaidOut;
/** Asks for an archive of somebody's, which is laid out where it is not known. */
const ask = (ownerId: string, name: string, megabytes = 1): Promise<LaidOut> => {
  const build = async (): Promise<LaidOut> => {
    built.push(name);
    return layoutOf(megabytes);
  };
  return layouts.get({ key: `${ownerId} ${name}`, ownerId, build });
};

describe('a layout that is known', () => {
  it('is forgotten with a change of names and places, of its owner alone', async () => {
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
  ])('outlives %s', async (_name, change) => {
    await ask('ada', 'a');
    events.publish(filesEvent({ ownerId: 'ada', origin: undefined, ...change }));
    await ask('ada', 'a');
    expect(built).toEqual(['a']);
  });

  it('is not driven out by what others ask for, however much', async () => {
    await ask('ada', 'a', 20);
    for (let index = 0; index < 20; index += 1) await ask('eve', `e${index}`, 20);
    await ask('eve', 'huge', 300);
    await ask('ada', 'a', 20);
    expect(built.filter((name) => name === 'a')).toHaveLength(1);
    await ask('eve', 'e19', 20);
    expect(built.filter((name) => name === 'e19')).toHaveLength(1);
    await ask('eve', 'e1', 20);
    expect(built.filter((name) => name === 'e1')).toHaveLength(2);
  });
});

describe('archives on their way', () => {
  const hold = (ownerId: string, megabytes: number) => layouts.hold(ownerId, layoutOf(megabytes));

  it('of one account leave room for those of others', () => {
    hold('eve', 80);
    const second = hold('eve', 80);
    expect(() => hold('eve', 1)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
    hold('ada', 100);
    hold('bob', 100);
    expect(() => hold('cyn', 100)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
    second();
    second();
    hold('cyn', 100);
    expect(() => hold('eve', 90)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
  });

  it('may be as large as it takes where an account has no other', () => {
    hold('eve', 320);
    hold('ada', 10);
    expect(() => hold('eve', 1)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
  });

  it('that are the same count once', () => {
    const layout = layoutOf(150);
    const [first, second] = [layouts.hold('ada', layout), layouts.hold('ada', layout)];
    first();
    expect(() => hold('ada', 20)).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
    second();
    hold('ada', 20);
  });
});
