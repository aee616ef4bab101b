import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import { updateCached } from './update-cached.ts';

interface Plant {
  readonly name: string;
  readonly height?: number;
}
const queryKey = ['plant'] as const;
const named = (name: string) => (known: Plant | undefined) => known && { ...known, name };

/** Something that is shown; its answers come when the test says. */
const show = () => {
  const client = new QueryClient();
  const pending: ((plant: Plant) => void)[] = [];
  const queryFn = () => new Promise<Plant>((resolve) => pending.push(resolve));
  const leave = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
  onTestFinished(leave);
  return {
    client,
    asked: () => pending.length,
    answer: (at: number, plant: Plant) => pending[at]?.(plant),
    known: () => client.getQueryData<Plant>(queryKey),
  };
};

const shown = async () => {
  const plant = show();
  plant.answer(0, { name: 'Fern' });
  await eventually(() => expect(plant.known()).toEqual({ name: 'Fern' }));
  return plant;
};

test('cached data changes at once, without a request', async () => {
  const plant = await shown();
  updateCached(plant.client, queryKey, named('Moss'));
  expect(plant.known()).toEqual({ name: 'Moss' });
  expect(plant.asked()).toBe(1);
});

test('an older answer that comes later does not bring the old back; a newer one is asked for', async () => {
  const plant = await shown();
  void plant.client.refetchQueries({ queryKey });
  updateCached(plant.client, queryKey, named('Moss'));
  await eventually(() => expect(plant.asked()).toBe(3));
  plant.answer(1, { name: 'Fern', height: 1 });
  expect(plant.known()).toEqual({ name: 'Moss' });
  plant.answer(2, { name: 'Moss', height: 2 });
  await eventually(() => expect(plant.known()).toEqual({ name: 'Moss', height: 2 }));
});

test('data that was invalid before is still asked for', async () => {
  const plant = await shown();
  await plant.client.invalidateQueries({ queryKey, refetchType: 'none' });
  updateCached(plant.client, queryKey, named('Moss'));
  expect(plant.known()).toEqual({ name: 'Moss' });
  await eventually(() => expect(plant.asked()).toBe(2));
});

test('a first answer that does not know of the change is asked for again', async () => {
  const plant = show();
  updateCached(plant.client, queryKey, named('Moss'));
  await eventually(() => expect(plant.asked()).toBe(2));
  plant.answer(0, { name: 'Fern' });
  expect(plant.known()).toBeUndefined();
});
