/** sharp by itself, as many pictures at once as there are processors: `node sharp-alone.ts PHOTO…` */
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { inLanes } from '../../scripts/process/lanes.ts';

sharp.concurrency(1);
await inLanes(availableParallelism(), process.argv.slice(2), async (path) => {
  await sharp(path).rotate().resize({ width: 256, height: 256, fit: 'inside' }).webp().toBuffer();
});
