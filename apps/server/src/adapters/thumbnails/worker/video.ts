import { maxPixels } from './bounds.ts';
import type { Made, Request } from './protocol.ts';
import { ofUpright } from './raster.ts';
import { runProgram } from './run-program.ts';
import { Unpicturable } from './unpicturable.ts';

/**
 * Containers that are opened. Not among them are playlists and other formats that name further files: a video
 * must not make the server read what its owner may not.
 */
const containers = 'mov,matroska,avi,mpeg,mpegvideo,mpegts,ogg,flv,asf';
const words = (text: string): string[] => text.split(' ');
const guarded = (path: string): string[] => [
  ...words(`-v error -protocol_whitelist file,pipe -format_whitelist ${containers} -max_pixels ${maxPixels}`),
  '-i',
  `file:${path}`,
];

/** Returns the position of a video's poster: past the fade-in, and not too deep into a long film. */
const posterAt = (seconds: number | undefined): number =>
  seconds === undefined || !Number.isFinite(seconds) ? 1 : Math.min(seconds * 0.1, 60);

const durationOf = async ({ path, programs }: Request): Promise<number | undefined> => {
  if (programs.ffprobe === undefined) return undefined;
  const output = await runProgram({
    program: programs.ffprobe,
    args: [...guarded(path), '-show_entries', 'format=duration', '-of', 'default=nw=1:nk=1'],
    prlimit: programs.prlimit,
  });
  const seconds = Number.parseFloat(output.toString());
  return Number.isNaN(seconds) ? undefined : seconds;
};

/** Extracts one frame as PNG, rotated and with square pixels; empty where the video ends earlier. */
const frameAt = (seconds: number, { path, programs }: Request): Promise<Buffer> =>
  runProgram({
    program: programs.ffmpeg ?? '',
    args: [
      ...words(`-nostdin -threads 1 -ss ${seconds}`),
      ...guarded(path),
      // The first video track that is no cover image.
      ...words('-map 0:V:0 -frames:v 1 -an -sn -dn -map_metadata -1'),
      ...words('-vf scale=trunc(iw*sar):ih,setsar=1 -pix_fmt rgb24'),
      ...words('-c:v png -compression_level 1 -f image2pipe pipe:1'),
    ],
    prlimit: programs.prlimit,
  });

/** The frame at a tenth of a video. */
export const ofVideo = async (request: Request): Promise<Made> => {
  if (request.programs.ffmpeg === undefined) throw new Unpicturable('There is no video decoder.');
  const late = await frameAt(posterAt(await durationOf(request)), request);
  const frame = late.length > 0 ? late : await frameAt(0, request);
  if (frame.length === 0) throw new Unpicturable('The video has no frame.');
  return ofUpright(frame);
};
