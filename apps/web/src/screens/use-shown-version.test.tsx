import type { Version, VersionList } from '@holdall/contract/versions';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { entryNamed } from '#features/files/testing/entries.ts';
import { listOf, versionOf } from '#features/versions/testing/versions.ts';
import { pendingVersion } from '#features/versions/versions-section.store.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { permission, type Permission } from '#shared/session/permission.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { useShownVersion } from './use-shown-version.tsx';

const spoken = vi.hoisted(() => [] as string[]);
vi.mock('#shared/ui/live-region.tsx', () => ({ announce: (message: string) => spoken.push(message) }));

beforeAll(withMessages);
afterEach(() =>
  change(() => {
    toasts.set([]);
    spoken.length = 0;
    permission.set('master');
    pendingVersion.set(undefined);
    navigate('/platform/files', { replace: true });
  }),
);

const entry = entryNamed('minutes.txt');
const newer = versionOf();
const older = versionOf({
  id: '0199a0c0-1111-7222-8333-444455550000',
  stored_at: '2026-02-01T12:00:00.000Z',
});

const Shown = () => {
  const shown = useShownVersion({ item: entry, picturesOnly: false });
  return (
    <>
      {shown?.banner}
      <output>{shown?.item?.id ?? (shown?.instead ? 'nothing' : '')}</output>
      {shown?.instead}
    </>
  );
};

interface Given {
  readonly version?: Pick<Version, 'id'>;
  readonly allowed?: Permission;
  /** The answers to the requests for the list, one after the other; a number is the status of a failure. */
  readonly answers?: readonly (VersionList | number)[];
}

/** Opens the preview of a file at the address of one of its versions. */
const openVersioned = async ({
  version = newer,
  allowed = 'master',
  answers = [listOf([newer])],
}: Given = {}) => {
  permission.set(allowed);
  navigate(`/platform/files?preview=${entry.id}&version=${version.id}`);
  const left = [...answers];
  const calls = openServer(() => {
    const answer = left.length > 1 ? left.shift() : left[0];
    return typeof answer === 'number'
      ? Response.json({ code: 'server.failed', message: '' }, { status: answer })
      : Response.json(answer);
  });
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(<Shown />);
  const named = (name: string) =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return {
    box,
    calls,
    named,
    shown: () => box.querySelector('output')?.textContent,
    press: (name: string) =>
      change(() => (named(name) ?? expect.fail(`There is no button ${name}.`)).click()),
  };
};

test('a version is shown and announced; so is the way back to the current content', async () => {
  const { box, shown, press } = await openVersioned();
  await eventually(() => expect(shown()).toBe(newer.id));
  const title = 'Version from 12 Mar 2026, 12:00 by you';
  expect(box.querySelector('section p')?.textContent).toBe(title);
  expect(box.querySelector('section [role="status"]')).toBeNull();
  expect(spoken).toEqual([title]);
  await press('Back to current');
  expect(currentLocation().search).toBe(`?preview=${entry.id}`);
  expect(spoken).toEqual([title, 'Showing the current content']);
});

test('a version on a later page is looked for there', async () => {
  const { calls, shown } = await openVersioned({
    version: older,
    answers: [listOf([newer], true), listOf([older])],
  });
  await eventually(() => expect(shown()).toBe(older.id));
  expect(calls).toHaveLength(2);
});

test('a version that is on no page is gone, and the current content is shown', async () => {
  const { shown } = await openVersioned({ version: older });
  await eventually(() => expect(currentLocation().search).toBe(`?preview=${entry.id}`));
  expect(shown()).toBe('');
  expect(toasts.get().map(({ message }) => message)).toEqual(['This version is no longer there.']);
});

test.each([
  ['first', [500, listOf([older])], 1],
  ['second', [listOf([newer], true), 500, listOf([older])], 2],
] as const)('a failure of the %s page is told in the banner and tried again there', async (...given) => {
  const [, answers, count] = given;
  const { box, calls, named, shown, press } = await openVersioned({ version: older, answers });
  await eventually(() => expect(named('Try again')).toBeDefined());
  expect(box.querySelector('section p')?.textContent).toBe('Something went wrong. Please try again.');
  await change();
  await change();
  expect([calls.length, shown(), toasts.get()]).toEqual([count, 'nothing', []]);
  expect(currentLocation().search).toContain(`version=${older.id}`);
  await press('Try again');
  await eventually(() => expect(shown()).toBe(older.id));
  expect(calls).toHaveLength(count + 1);
});

test.each([
  ['a guest who may edit sees versions', 'editor', newer.id, 1],
  ['a visitor sees the current content only', 'visitor', '', 0],
] as const)('%s', async (...given) => {
  const [, allowed, id, count] = given;
  const { calls, shown } = await openVersioned({ allowed });
  await eventually(() => expect(shown()).toBe(id));
  expect(calls).toHaveLength(count);
});

test('nothing is restored while another version is restored or deleted', async () => {
  const { named, shown } = await openVersioned();
  await eventually(() => expect(shown()).toBe(newer.id));
  await change(() => pendingVersion.set(older.id));
  expect(named('Restore')?.getAttribute('aria-disabled')).toBe('true');
});

test('a damaged version says so, and is neither restored nor compared', async () => {
  const damaged = { ...newer, damaged_at: '2026-04-01T00:00:00.000Z' };
  const { named, shown, box } = await openVersioned({ version: damaged, answers: [listOf([damaged])] });
  await eventually(() => expect(box.textContent).toContain('This version is damaged'));
  expect([shown(), named('Restore'), named('Compare')]).toEqual([newer.id, undefined, undefined]);
  expect(named('Back to current')).toBeDefined();
});
