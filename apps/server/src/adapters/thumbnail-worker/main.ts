/**
 * The process that decodes files, and is killed when one takes too much. `adapters/thumbnailer.ts` starts and
 * watches it; it gets one request at a time and has no other connection to the world.
 */
import type { Answer, Made, Request } from './protocol.ts';
import { TooManyPixels } from './unpicturable.ts';

type Make = (request: Request) => Promise<Made>;

// Each is loaded when it is first needed: most workers never see a PDF.
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

/** A decoder that cannot be loaded ends the process: it says nothing about the file. */
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
// The server has gone. What it would have killed goes as well: programs that run are in this process's group.
// In a sandbox this is the first process, with which all others end.
process.once('disconnect', () => {
  if (process.pid !== 1) process.kill(-process.pid, 'SIGKILL');
  process.exit();
});
