import { expect, test, vi } from 'vitest';
import { drillDamage } from '#testing/damage-drill.ts';
import { useUploads } from '#testing/use-uploads.ts';

vi.setConfig({ testTimeout: 120_000 });

const harness = useUploads();

test('files damaged in object storage are found exactly, refused, and restored from a backup', async () => {
  expect(await drillDamage({ ...harness, client: () => harness.client })).toEqual({ found: 8, whole: 20 });
});
