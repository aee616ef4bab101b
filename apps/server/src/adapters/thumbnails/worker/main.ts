/**
 * The process that decodes files, and is killed when one takes too much. `adapters/thumbnails/thumbnailer.ts` starts and
 * watches it; it gets one request at a time and has no other connection to the world.
 */
import type { Answer, Made, Request } from './protocol.ts';
import { TooManyPixels } from './unpicturable.ts';

type Make = (request: Request) => Promise<Made>;

// Methods are loaded on first use: most workers never see a PDF.
const load = async ({ method, shapeRequest }: Request): Promise<Make> => {
  if (shapeRequest !== undefined) {
    const { ofImage } = await import('./shapes.ts');
    return ({ path }) => ofImage(path, shapeRequest);
  }
  switch (method) {
    case 'raster': {
      const { ofRaster } = await import('./raster.ts');
      return ({ path }) => ofRaster(path);
    }
    case 'svg': {
      const { ofSvg } = await import('./raster.ts');
      return ({ path }) => ofSvg(path);
    }
    case 'pdf': {
      const { ofPdf } = await import('./pdf.ts');
      return ({ path }) => ofPdf(path);
    }
    case 'heif':
      return (await import('./heif.ts')).ofHeif;
    case 'video':
      return (await import('./video.ts')).ofVideo;
  }
};

/** A decoder that fails to load ends the process: that says nothing about the file. */
const answer = async (request: Request): Promise<Answer> => {
  const make = await load(request);
  try {
    return { id: request.id, made: await make(request) };
  } catch (error) {
    const unpicturable = error instanceof Error ? error.message : String(error);
    return { id: request.id, unpicturable, hasTooManyPixels: error instanceof TooManyPixels };
  }
};

process.on('message', (request) => {
  void answer(request as Request).then((told) => process.send?.(told));
});
// The server is gone. Running programs end, too, because they are in this process's group. In a sandbox this is
// the first process, with which all others end.
process.once('disconnect', () => {
  if (process.pid !== 1) process.kill(-process.pid, 'SIGKILL');
  process.exit();
});
