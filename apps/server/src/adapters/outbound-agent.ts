import { Agent } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type Destination, type Outbound, OutboundError } from '#ports/outbound.ts';

/** Milliseconds that a connection may rest before it is closed. */
const restMs = 20_000;

export interface OutboundPlace extends Destination {
  readonly outbound: Outbound;
  readonly secure: boolean;
  /** Milliseconds until a connection is open, and as many until it is encrypted; undefined: the usual ones. */
  readonly connectMs?: number | undefined;
}

const encrypt = (socket: Socket, host: string, ms: number | undefined): Duplex => {
  const stream = connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
  if (ms === undefined) return stream;
  const timer = setTimeout(() => stream.destroy(new OutboundError('timeout')), ms);
  const settled = (): void => clearTimeout(timer);
  return stream.once('secureConnect', settled).once('close', settled);
};

/** A connection through the one door to the outside, encrypted where that is wished. @throws OutboundError */
export const openOutbound = async ({
  outbound,
  secure,
  host,
  connectMs,
  ...destination
}: OutboundPlace): Promise<Duplex> => {
  const limits = connectMs === undefined ? {} : { timeoutMs: connectMs };
  const socket = await outbound.connect({ host, ...destination }, limits);
  socket.setNoDelay(true);
  return secure ? encrypt(socket, host, connectMs) : socket;
};

/** Connections through the one door to the outside that are used again. @param asError what a request fails with */
export const createOutboundAgent = (place: OutboundPlace, asError: (error: unknown) => Error): Agent => {
  const agent = new Agent({ keepAlive: true, timeout: restMs, scheduling: 'lifo' });
  agent.createConnection = (_options, callback) => {
    const opened = callback as ((error: Error | null, stream?: Duplex) => void) | undefined;
    openOutbound(place).then(
      (stream) => opened?.(null, stream),
      (error: unknown) => opened?.(asError(error)),
    );
    return undefined;
  };
  return agent;
};
