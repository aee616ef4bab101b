/**
 * sharp by itself, as many photos at once as there are processors: `node sharp-baseline.ts [--all-sizes] PHOTO…`. It makes one
 * small picture of each, or the four that Holdall makes, but keeps none.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { ofRaster } from '../../apps/server/src/adapters/thumbnails/worker/raster.ts';
import { inLanes } from '../../scripts/process/lanes.ts';

const { values, positionals } = parseArgs({
  options: { 'all-sizes': { type: 'boolean', default: false } },
  allowPositionals: true,
});

sharp.concurrency(1);
const small = (path: string): Promise<unknown> =>
  sharp(path).rotate().resize({ width: 256, height: 256, fit: 'inside' }).webp().toBuffer();
const make: (path: string) => Promise<unknown> = values['all-sizes'] ? ofRaster : small;
await inLanes(availableParallelism(), positionals, async (path) => {
  await make(path);
});
