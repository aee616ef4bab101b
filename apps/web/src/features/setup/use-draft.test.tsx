import { beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { change as changed, openPlace } from '#shared/testing/page.tsx';

const begin = { connection: 'sqlite', host: '', password: '', realtime: true };

/** Draws a step's fields on a fresh page; `write` edits them. */
const opened = async (write?: Partial<typeof begin>) => {
  vi.resetModules();
  const { useDraft, forgetDraft, forgetDrafts } = await import('./use-draft.ts');
  const { box, draw } = openPlace(new QueryClient(), changed);
  const Fields = () => {
    const [draft, change] = useDraft('database', () => begin);
    return (
      <button type="button" onClick={() => write && change(write)}>
        {JSON.stringify(draft)}
      </button>
    );
  };
  await draw(<Fields />);
  if (write) await changed(() => box.querySelector('button')?.click());
  const shown: unknown = JSON.parse(box.querySelector('button')?.textContent ?? 'null');
  return { shown, forgetDraft, forgetDrafts };
};

beforeEach(() => localStorage.clear());

test('input is restored after the page was closed, except secrets, which are never stored', async () => {
  const written = { connection: 'postgres', host: 'db.internal', password: 'harbour', realtime: false };
  expect((await opened(written)).shown).toEqual(written);
  expect(JSON.parse(localStorage.getItem('holdall:setup-draft:database') ?? '')).toEqual({
    connection: 'postgres',
    host: 'db.internal',
    realtime: false,
  });
  const { shown, forgetDraft } = await opened();
  expect(shown).toEqual({ ...written, password: '' });
  forgetDraft('database');
  expect((await opened()).shown).toEqual(begin);
});

test('no input of any step remains once the installation is done', async () => {
  (await opened({ host: 'db.internal' })).forgetDrafts();
  expect(localStorage.length).toBe(0);
});

test.each(['{', 'null', '7', '{"host":5,"unknown":"x"}'])(
  'stored input that no page has written (%s) is ignored',
  async (text) => {
    localStorage.setItem('holdall:setup-draft:database', text);
    expect((await opened()).shown).toEqual(begin);
  },
);
