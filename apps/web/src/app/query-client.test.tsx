import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { updateCached } from '#shared/api/update-cached.ts';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { queryClient } from './query-client.ts';

const queryKey = ['plant'] as const;

test('a field that is left while it is saved never shows what was there before', async () => {
  queryClient.setQueryData(queryKey, 'Fern');
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const shown: string[] = [];
  const save = async (value: string): Promise<void> => {
    await answer;
    updateCached<string>(queryClient, queryKey, () => value);
  };
  const Field = ({ known }: { readonly known: string }) => {
    const { value, change, onBlur, state } = useAutosave({ name: 'plant', value: known, save });
    useEffect(() => void shown.push(value), [value]);
    return (
      <button type="button" onClick={() => change('Moss')} onBlur={onBlur}>
        {state.phase}
      </button>
    );
  };
  const Page = () => {
    const { data } = useQuery({ queryKey, queryFn: () => 'Fern', staleTime: Infinity });
    return data !== undefined && <Field known={data} />;
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => root.unmount());
  root.render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  const button = () => place.querySelector('button');
  await eventually(() => expect(shown).toEqual(['Fern']));
  button()?.click();
  button()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await eventually(() => expect(button()?.textContent).toBe('saving'));
  resolve();
  await eventually(() => expect(button()?.textContent).toBe('saved'));
  expect(shown).toEqual(['Fern', 'Moss']);
});
