import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { openOutbound } from '#adapters/outbound-agent.ts';
import { asServiceError, createPusherApi, ServiceError } from '#adapters/pusher/pusher-api.ts';
import { closeCodes, protocolVersion } from '#adapters/pusher/pusher-protocol.ts';
import { signPermit, signUser } from '#lib/pusher-signature.ts';
import type { Outbound } from '#ports/outbound.ts';
import type { ServicePlace, ServiceStep, TryRealtimeService } from '#ports/realtime-service.ts';

/** Milliseconds for the whole trial: a person waits for it. */
const patienceOfAPerson = 8_000;

const message = z.object({ event: z.string(), channel: z.string().optional(), data: z.unknown() });
const established = z.object({ socket_id: z.string().max(100) });
const refusal = z.object({ code: z.number().nullish() });

/** The data of an event: JSON inside JSON, or an object. */
const dataOf = (data: unknown): unknown => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
};

const messageIn = (raw: RawData): z.output<typeof message> | undefined => {
  try {
    return message.safeParse(JSON.parse(Buffer.from(raw as Buffer).toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

/** Maps a protocol error to its meaning for the person who configures the service. */
const reasonOf = (data: unknown): ServiceError => {
  const code = refusal.safeParse(data).data?.code;
  if (code === closeCodes.unknownApp) return new ServiceError('key');
  if (code === closeCodes.switchedOff || code === closeCodes.tooManyConnections)
    return new ServiceError('forbidden');
  return new ServiceError(code === closeCodes.unauthorized ? 'secret' : 'failed');
};

/** The channel to join, and what is to be heard there. */
interface Subscription {
  readonly channel: string;
  readonly text: string;
}

interface Listening {
  /** Resolves when the channel is joined. */
  readonly joined: Promise<void>;
  /** Resolves when the text was heard there. */
  readonly heard: Promise<void>;
  /** Signs in, as a page does to be ended. Resolves once that is done. */
  readonly signIn: (user: string) => Promise<void>;
}

/** Joins a private channel as a page does, and listens for a text. */
const listen = (socket: WebSocket, place: ServicePlace, { channel, text }: Subscription): Listening => {
  const joined = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const signedIn = Promise.withResolvers<void>();
  let socketId = '';
  const fail = (error: unknown): void => {
    for (const { reject } of [joined, heard, signedIn]) reject(error);
  };
  // The step that awaits one of them handles its failure.
  for (const { promise } of [joined, heard, signedIn]) promise.catch(() => undefined);
  socket.on('unexpected-response', () => fail(new ServiceError('not_pusher')));
  socket.on('error', (error) => fail(asServiceError(error)));
  socket.on('close', () => fail(new ServiceError('unreachable')));
  socket.on('message', (raw) => {
    const said = messageIn(raw);
    const data = dataOf(said?.data);
    if (said === undefined) fail(new ServiceError('not_pusher'));
    else if (said.event === 'pusher:error' || said.event === 'pusher:subscription_error')
      fail(reasonOf(data));
    else if (said.event === 'pusher:connection_established') {
      const { success, data: greeting } = established.safeParse(data);
      if (!success) return fail(new ServiceError('not_pusher'));
      socketId = greeting.socket_id;
      const auth = signPermit(place, { socketId, channel });
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
    } else if (said.event === 'pusher_internal:subscription_succeeded') joined.resolve();
    else if (said.event === 'pusher:signin_success') signedIn.resolve();
    else if (said.event === 'trial' && data === text) heard.resolve();
  });
  return {
    joined: joined.promise,
    heard: heard.promise,
    signIn: (user) => {
      socket.send(JSON.stringify({ event: 'pusher:signin', data: signUser(place, socketId, user) }));
      return signedIn.promise;
    },
  };
};

/** Rejects where it takes too long. */
const inTime = async <T>(work: Promise<T>, patience: number, late: ServiceError): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late), patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Tries whether a service can be used, with what pages and the server will do there: also that it ends a connection. */
export const createServiceTrial =
  (outbound: Outbound, patience = patienceOfAPerson): TryRealtimeService =>
  async (place) => {
    const api = createPusherApi(place, outbound);
    const text = randomBytes(16).toString('hex');
    const channel = `private-trial.${text}`;
    let step: ServiceStep = 'call';
    let socket: WebSocket | undefined;
    try {
      await api.channels();
      step = 'connect';
      const { host, port, tls: secure } = place;
      const stream = await openOutbound({ outbound, secure, host, port });
      const address = `${secure ? 'wss' : 'ws'}://${host}:${port}/app/${place.key}?protocol=${protocolVersion}&client=holdall&version=1`;
      // It has its connection already, which is encrypted where it is to be.
      socket = new WebSocket(address, {
        createConnection: () => stream as never,
        maxPayload: 64 * 1024,
        handshakeTimeout: patience,
        perMessageDeflate: false,
        followRedirects: false,
      });
      const gone = once(socket, 'close');
      gone.catch(() => undefined);
      const { joined, heard, signIn } = listen(socket, place, { channel, text });
      await inTime(joined, patience, new ServiceError('timeout'));
      await api.send([{ channel, event: 'trial', data: text }]);
      await inTime(heard, patience, new ServiceError('silent'));
      const end = async (): Promise<void> => {
        await signIn(text);
        await api.terminate(text);
        await gone;
      };
      // Any failure counts: a user who signs out would keep receiving changes.
      await inTime(end(), patience, new ServiceError('endless')).catch(() => {
        throw new ServiceError('endless');
      });
      return { works: true };
    } catch (error) {
      return { works: false, step, reason: asServiceError(error).reason };
    } finally {
      socket?.terminate();
      api.close();
    }
  };
