import { expect, it } from 'vitest';
import { createGrowingLayout } from './growing-layout.ts';
import { createZipLayout, type ZipPart } from './zip-layout.rules.ts';

const bytesOf = (part: ZipPart): Buffer => {
  if (part.kind !== 'bytes') throw new Error('A folder has no bytes of its own.');
  return part.bytes;
};
const build = () => {
  const builder = createZipLayout();
  const add = (name: string): void => {
    builder.add({ parent: -1, name, modifiedAt: 0, blob: undefined });
  };
  return { builder, add, feed: createGrowingLayout(builder, { onlyFolder: undefined, memory: 0 }) };
};

it('a growing layout yields known parts before the rest, and together exactly the finished archive', async () => {
  const { builder, add, feed } = build();
  add('a');
  const segments = feed.growing.segments();
  const bytes: Buffer[] = [];
  const take = async (): Promise<boolean> => {
    const next = await segments.next();
    if (next.done !== true) bytes.push(...Array.from(next.value, bytesOf));
    return next.done ?? false;
  };
  await take();
  expect(Buffer.concat(bytes)).toHaveLength(builder.length);
  const waiting = take();
  add('b');
  feed.grew();
  await waiting;
  add('c');
  const layout = builder.finish();
  feed.finish(layout);
  await take();
  expect(await take()).toBe(true);
  expect(Buffer.concat(bytes)).toEqual(Buffer.concat([...layout.parts(0, layout.size - 1)].map(bytesOf)));
});

it('a growing layout throws when it fails, also for a waiting answer', async () => {
  const { add, feed } = build();
  add('a');
  const segments = feed.growing.segments();
  await segments.next();
  const waiting = segments.next();
  feed.fail(new Error('the database is gone'));
  await expect(waiting).rejects.toThrow('the database is gone');
  expect(feed.growing.hasFailed).toBe(true);
});
