import type { Config } from '@holdall/contract/settings';
import type { Version, VersionList } from '@holdall/contract/versions';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { permission } from '#shared/session/permission.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { eventually } from '#shared/testing/eventually.ts';
import { openServer, type Call } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { listOf, versionOf } from '../testing/versions.ts';
import { pendingVersion, requestVersions, versionsSection } from '../versions-section.store.ts';
import { VersionsSection } from './versions-section.tsx';

beforeAll(withMessages);
beforeEach(() => putConfig({ keepsVersions: true } as Config));
beforeEach(() => {
  HTMLElement.prototype.showPopover = vi.fn();
});
afterEach(() =>
  change(() => {
    versionsSection.set('closed');
    pendingVersion.set(undefined);
    permission.set('master');
    toasts.set([]);
  }),
);

const itemId = '0199a0c0-1111-7222-8333-444455556666';
const older = versionOf({
  id: '0199a0c0-1111-7222-8333-444455550000',
  stored_at: '2026-02-01T12:00:00.000Z',
  stored_by: { kind: 'link', name: 'Print shop' },
  label: 'Draft',
  pinned: true,
});

interface Given {
  readonly lists?: readonly VersionList[];
  readonly isOwner?: boolean;
  readonly answer?: (call: Call) => Response | undefined;
}

/** Opens the section of a file whose list answers these pages in turn. */
const openSection = async ({ lists = [listOf([versionOf()])], isOwner = true, answer }: Given = {}) => {
  const left: Version[] = [];
  const acted: string[] = [];
  const pages = [...lists];
  const calls = openServer((call) => {
    const answered = answer?.(call);
    if (answered) return answered;
    return Response.json(pages.length > 1 ? pages.shift() : pages[0]);
  });
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(
    <VersionsSection
      canCopy
      {...{ itemId, isOwner }}
      size={10}
      isComparable={() => true}
      onAction={(action, { id }) => acted.push(`${action} ${id}`)}
      onDeleted={(version) => left.push(version)}
    />,
  );
  const button = (name: string | RegExp) =>
    [...document.querySelectorAll('button')].find((element) => {
      const called = element.getAttribute('aria-label') ?? element.textContent;
      return typeof name === 'string' ? called === name : name.test(called);
    });
  const press = (name: string | RegExp) =>
    change(() => (button(name) ?? expect.fail(`There is no button ${name}.`)).click());
  const unfold = async (): Promise<void> => {
    await press('Versions');
    await eventually(() => expect(box.textContent).toContain('Current'));
  };
  return { box, calls, left, acted, button, press, unfold };
};

test('versions load once the section is unfolded', async () => {
  const { box, calls, unfold } = await openSection({ lists: [listOf([versionOf(), older])] });
  expect(calls).toEqual([]);
  await unfold();
  expect(calls.map(({ path }) => path)).toEqual([`/api/items/${itemId}/versions`]);
  expect(box.textContent).toContain('by Ana');
  const rows = [...box.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows[0]).toContain('by you · 2 KB');
  expect(rows[1]).toContain('Draft');
  expect(rows[1]).toContain('through the link “Print shop”');
  expect(box.querySelectorAll('[aria-label="Pinned"]')).toHaveLength(1);
});

test('a file without versions says in a sentence what makes one', async () => {
  const { box, unfold } = await openSection({ lists: [listOf([])] });
  await unfold();
  expect(box.textContent).toContain('Replace this file, and the earlier one stays here.');
  expect(box.querySelector('ul')).toBeNull();
});

test('where versions are turned off, none is promised; what guests replace stays in any case', async () => {
  putConfig({ keepsVersions: false } as Config);
  const off = 'Versions are turned off, so replacing this file doesn’t keep the earlier one.';
  const { box, unfold } = await openSection({ lists: [listOf([])] });
  await unfold();
  expect(box.textContent).toContain(off);
  await change(() => permission.set('editor'));
  expect(box.textContent).not.toContain(off);
  expect(box.textContent).toContain('Replace this file, and the earlier one stays here.');
});

test('a guest who may edit restores a version, and neither names, pins nor deletes it', async () => {
  permission.set('editor');
  const { acted, button, press, unfold } = await openSection({ isOwner: false });
  await unfold();
  await press(/^Actions for the version/);
  expect(['Name…', 'Pin', 'Delete…'].map(button)).toEqual([undefined, undefined, undefined]);
  await press('Restore');
  expect(acted).toEqual([`restore ${versionOf().id}`]);
});

test('older versions follow on demand, after the last that is shown', async () => {
  const { box, calls, press, unfold, button } = await openSection({
    lists: [listOf([versionOf()], true), listOf([older])],
  });
  await unfold();
  await press('Show more');
  await eventually(() => expect(box.querySelectorAll('li')).toHaveLength(2));
  expect(calls.at(-1)?.address).toContain(`before=${versionOf().id}`);
  expect(button('Show more')).toBeUndefined();
});

test('a request for the versions of a file unfolds the section and gives it the focus', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const { box } = await openSection();
  await change(() => requestVersions(itemId));
  await eventually(() => expect(box.textContent).toContain('Current'));
  expect(document.activeElement?.textContent).toBe('Versions');
});

test('a version is named, and shows its name', async () => {
  const { box, calls, press, unfold } = await openSection({
    answer: ({ body }) =>
      body === undefined ? undefined : Response.json({ data: versionOf({ label: 'Final', pinned: true }) }),
  });
  await unfold();
  await press(/^Actions for the version/);
  await press('Name…');
  await change(() => write(document.querySelector('dialog input'), ' Final '));
  await press('Save');
  await eventually(() => expect(box.querySelector('li')?.textContent).toContain('Final'));
  expect(calls.at(-1)?.body).toEqual({ label: 'Final', _method: 'patch' });
  expect(document.querySelector('dialog')).toBeNull();
});

test('a name that the server refuses says why at its field', async () => {
  const { press, unfold } = await openSection({
    answer: ({ body }) =>
      body === undefined
        ? undefined
        : Response.json(
            { code: 'input.invalid', message: '', errors: { label: ['Leave out the line break.'] } },
            { status: 422 },
          ),
  });
  await unfold();
  await press(/^Actions for the version/);
  await press('Name…');
  const field = document.querySelector('dialog input');
  await change(() => write(field, 'Final'));
  await press('Save');
  await eventually(() => expect(field?.getAttribute('aria-invalid')).toBe('true'));
  const described = field?.getAttribute('aria-describedby') ?? '';
  expect(document.querySelector(`[id="${described}"]`)?.textContent).toContain('Leave out the line break.');
  expect(toasts.get()).toEqual([]);
  await change(() => write(field, 'Final version'));
  expect(field?.getAttribute('aria-invalid')).toBeNull();
});

test('a confirmed deletion follows a change of another version that is under way', async () => {
  const { calls, left, press, unfold } = await openSection({
    answer: ({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : undefined),
  });
  await unfold();
  await press(/^Actions for the version/);
  await press('Delete…');
  await change(() => pendingVersion.set(older.id));
  await press('Delete version');
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await change(() => pendingVersion.set(undefined));
  await eventually(() => expect(left.map(({ id }) => id)).toEqual([versionOf().id]));
});

test('a deletion asks first; its preview is left before its bytes may be asked for again', async () => {
  const during: unknown[] = [];
  const { box, left, press, unfold } = await openSection({
    lists: [listOf([versionOf()]), listOf([])],
    answer: ({ method }) => {
      if (method !== 'DELETE') return undefined;
      during.push(pendingVersion.get());
      return new Response(null, { status: 204 });
    },
  });
  await unfold();
  await press(/^Actions for the version/);
  await press('Delete…');
  expect(during).toEqual([]);
  await press('Delete version');
  await eventually(() => expect(left.map(({ id }) => id)).toEqual([versionOf().id]));
  expect(during).toEqual([versionOf().id]);
  expect(pendingVersion.get()).toBeUndefined();
  await eventually(() => expect(box.querySelector('ul')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Versions');
});

test('a deletion that fails says why, and the preview shows the version again', async () => {
  const { left, press, unfold } = await openSection({
    answer: ({ method }) =>
      method !== 'DELETE'
        ? undefined
        : Response.json({ code: 'version.not_found', message: '' }, { status: 404 }),
  });
  await unfold();
  await press(/^Actions for the version/);
  await press('Delete…');
  await press('Delete version');
  await eventually(() =>
    expect(toasts.get().map(({ message }) => message)).toEqual(['This version is no longer there.']),
  );
  expect([left, pendingVersion.get()]).toEqual([[], undefined]);
});

test('a damaged version is marked in the list, with what cannot be done with it', async () => {
  const { box, unfold } = await openSection({
    lists: [listOf([versionOf({ damaged_at: '2026-04-01T00:00:00.000Z' }), older])],
  });
  await unfold();
  const [damaged, whole] = box.querySelectorAll('li');
  expect(damaged?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Damaged');
  expect(damaged?.textContent).toContain('Can’t be opened or restored');
  expect(whole?.textContent).not.toContain('Can’t be opened');
});

test('actions on the file are left to the page around', async () => {
  const { acted, press, unfold } = await openSection();
  await unfold();
  await press(/^Actions for the version/);
  await press('Restore');
  expect(acted).toEqual([`restore ${versionOf().id}`]);
});
