import { z } from 'zod';

/** Version 7 of the Pusher Channels protocol: JSON messages over a WebSocket. */
export const protocolVersion = '7';

/** Close codes; their range tells a client whether to reconnect. */
export const closeCodes = {
  /** 4000–4099: do not come back. */
  unknownApp: 4001,
  switchedOff: 4003,
  tooManyConnections: 4004,
  unsupportedProtocol: 4007,
  unauthorized: 4009,
  /** 4100–4199: come back after a while. */
  overCapacity: 4100,
  /** 4200–4299: reconnect immediately. */
  comeBack: 4200,
  noPong: 4201,
} as const;
/** The code of an error after which the connection stays: a client's own event is refused. */
export const clientEventRefused = 4301;

const clientMessage = z.object({
  event: z.string().max(200),
  channel: z.string().max(200).optional(),
  data: z
    .object({ channel: z.string().max(200).optional(), auth: z.string().max(500).optional() })
    .optional()
    .catch(undefined),
});
export type ClientMessage = z.output<typeof clientMessage>;

/** Parses a message of a client; undefined where it is none of the protocol. */
export const readMessage = (text: string): ClientMessage | undefined => {
  try {
    return clientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** An event whose data is JSON inside JSON, as the protocol has it. */
export const writeEvent = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: JSON.stringify(data) });

export const writeError = (message: string, code: number | null = null): string =>
  JSON.stringify({ event: 'pusher:error', data: { message, code } });

export const pong = JSON.stringify({ event: 'pusher:pong', data: {} });
