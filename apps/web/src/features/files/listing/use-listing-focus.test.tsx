import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { Notice } from '../ui/notice.tsx';
import { useListingFocus } from './use-listing-focus.ts';

const layout = { columns: 1, rowHeight: 48, header: 34, gap: 0 };

const Rows = ({ names }: { readonly names: readonly string[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const listing = listingOf(names.map((name) => entryNamed(name)));
  useListingFocus(scroller, { listing, total: names.length, layout, historyKey: 'here' });
  return (
    <div ref={scroller} role="grid" tabIndex={0}>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </div>
  );
};

/** Renders a listing of these names, or its notice. */
const Listing = ({ names }: { readonly names: readonly string[] }) =>
  names.length > 0 ? (
    <Rows names={names} />
  ) : (
    <Notice title="Nothing" actions={<button type="button" aria-label="Back" />} />
  );

const rendered = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  const client = new QueryClient();
  const show = (names: readonly string[]): Promise<void> =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Listing names={names} />
        </QueryClientProvider>,
      ),
    );
  await show(['a', 'b']);
  const button = (at: number): HTMLElement => host.querySelectorAll('button')[at] ?? expect.fail('no button');
  return { show, button };
};

test('the focus of a removed row moves to the listing, and then to the notice of an empty one', async () => {
  const { show, button } = await rendered();
  button(0).focus();
  await show(['b']);
  expect(document.activeElement?.role).toBe('grid');
  await show([]);
  expect(document.activeElement).toBe(button(0));
});

test('a change elsewhere does not move the focus of a page without one', async () => {
  const { show, button } = await rendered();
  button(1).focus();
  button(1).blur();
  await show(['b']);
  expect(document.activeElement).toBe(document.body);
  button(0).focus();
  button(0).blur();
  await show([]);
  expect(document.activeElement).toBe(document.body);
});
