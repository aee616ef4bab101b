import { type IncomingMessage, request as httpRequest } from 'node:http';
import { z } from 'zod';
import { createOutboundAgent } from '#adapters/outbound-agent.ts';
import { asOutboundError } from '#adapters/outbound-net.ts';
import { signCall } from '#lib/pusher-signature.ts';
import type { Outbound } from '#ports/outbound.ts';
import { OutboundError } from '#ports/outbound.ts';
import type { ChannelMessage } from '#ports/realtime.ts';
import type { ServiceFailure, ServicePlace } from '#ports/realtime-service.ts';

/** Milliseconds until a call is given up. */
const patience = 5_000;
/** Bytes of an answer: a list of many channels. */
const mostBytes = 4 * 1024 * 1024;
/** Events that one call may carry, as the protocol has it. */
export const mostAtOnce = 10;

/** A call of the service failed. The message repeats nothing of the answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly reason: ServiceFailure;

  constructor(reason: ServiceFailure, options?: ErrorOptions) {
    super(`The realtime service failed: ${reason}.`, options);
    this.reason = reason;
  }
}

/** Converts the error of a call to a service error. */
export const asServiceError = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  const { reason } = asOutboundError(error);
  return new ServiceError(reason === 'too_large' ? 'not_pusher' : reason, { cause: error });
};

const meanings: Readonly<Record<number, ServiceFailure>> = {
  401: 'secret',
  402: 'forbidden',
  403: 'forbidden',
  404: 'app_id',
  429: 'forbidden',
};
const meaningOf = (status: number): ServiceFailure => {
  if (status >= 500) return 'failed';
  return meanings[status] ?? 'not_pusher';
};

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw new OutboundError('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const channelsAnswer = z.object({
  // Some services encode an empty map as an array.
  channels: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]),
});

const channelsIn = (text: string): string[] => {
  try {
    return Object.keys(channelsAnswer.parse(JSON.parse(text)).channels);
  } catch (error) {
    throw new ServiceError('not_pusher', { cause: error });
  }
};

/** The HTTP API of a Pusher-compatible service. Every call throws ServiceError. */
export interface PusherApi {
  /** @param messages no more than `mostAtOnce` */
  send(messages: readonly ChannelMessage[]): Promise<void>;
  /** Returns the private channels with subscribers. */
  channels(): Promise<string[]>;
  /** Ends the connections that have signed in as that; a service that cannot do so does nothing. */
  terminate(user: string): Promise<void>;
  close(): void;
}

export const createPusherApi = (place: ServicePlace, outbound: Outbound): PusherApi => {
  const { protocol, hostname, port } = new URL(place.api);
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = port === '' ? (secure ? 443 : 80) : Number(port);
  const agent = createOutboundAgent({ outbound, secure, host, port: number }, asServiceError);

  const exchange = (method: 'GET' | 'POST', path: string, body: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patience);
      const headers = {
        host: new URL(place.api).host,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const request = httpRequest({ agent, method, path, headers, host, port: number, signal });
      request.on('error', (error) => reject(signal.aborted ? new ServiceError('timeout') : error));
      request.once('response', resolve);
      request.end(body);
    });
  /** @returns status and body */
  const call = async (
    method: 'GET' | 'POST',
    name: string,
    { query = {}, said }: { readonly query?: Record<string, string>; readonly said?: unknown },
  ): Promise<{ status: number; text: string }> => {
    const path = `/apps/${place.appId}/${name}`;
    const body = said === undefined ? '' : JSON.stringify(said);
    const signed = signCall(place, { method, path, query, body }, Date.now());
    try {
      const answer = await exchange(method, `${path}?${signed}`, body);
      return { status: answer.statusCode ?? 0, text: await textOf(answer) };
    } catch (error) {
      throw asServiceError(error);
    }
  };
  const done = async (...args: Parameters<typeof call>): Promise<string> => {
    const { status, text } = await call(...args);
    if (status < 200 || status > 299) throw new ServiceError(meaningOf(status));
    return text;
  };

  return {
    send: async (messages) => {
      const batch = messages.map(({ channel, event, data, except }) => ({
        channel,
        name: event,
        data: JSON.stringify(data),
        ...(except === undefined ? {} : { socket_id: except }),
      }));
      await done('POST', 'batch_events', { said: { batch } });
    },
    channels: async () =>
      channelsIn(await done('GET', 'channels', { query: { filter_by_prefix: 'private-' } })),
    terminate: async (user) => {
      const { status } = await call('POST', `users/${user}/terminate_connections`, { said: {} });
      // Older services do not know the call: nothing can be done by trying again.
      if (status >= 500 || status === 429) throw new ServiceError(meaningOf(status));
    },
    close: () => agent.destroy(),
  };
};
