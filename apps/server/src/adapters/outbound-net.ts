import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { createAllowedHosts, isPublicAddress } from '#adapters/private-addresses.ts';
import { isCertificateError } from '#lib/certificate-error.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import {
  type Destination,
  type FormAnswer,
  type FormCall,
  type Outbound,
  OutboundError,
  type OutboundFailure,
  type OutboundLimits,
} from '#ports/outbound.ts';

const defaultTimeoutMs = 10_000;
const maxBodyBytes = 64 * 1024;

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

/** Resolves names like every program of the machine: `/etc/hosts` first, unusual notations of addresses included. */
const resolveBySystem: ResolveHost = (host) => promisify(systemLookup)(host, { all: true });

export interface OutboundOptions {
  /** Host names, addresses and CIDR ranges that may be called although they are private. */
  readonly allowedPrivateHosts: readonly string[];
  readonly resolve?: ResolveHost;
}

const unknownHost: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

/** @returns why a call failed, by the code of the operating system or of TLS */
const failureOf = (error: unknown): OutboundFailure => {
  if (error instanceof OutboundError) return error.reason;
  if (error instanceof AggregateError) return failureOf(error.errors[0]);
  const code = systemErrorCode(error);
  if (unknownHost.has(code)) return 'unknown_host';
  if (code === 'ETIMEDOUT' || (error instanceof DOMException && error.name === 'TimeoutError'))
    return 'timeout';
  if (isCertificateError(code)) return 'certificate';
  if (code?.startsWith('ECONN') === true || code?.endsWith('UNREACH') === true || code === 'EPIPE')
    return 'unreachable';
  return 'failed';
};

/** Converts the error of a call to the port's. */
export const asOutboundError = (error: unknown): OutboundError =>
  error instanceof OutboundError ? error : new OutboundError(failureOf(error), { cause: error });

const limitsOf = ({ timeoutMs = defaultTimeoutMs, signal }: OutboundLimits): AbortSignal => {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
};

/** Rejects as soon as the signal aborts, even if the work continues. */
const untilAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Returns a resolver with one fixed answer, so that the verified address is the called one. */
const pinnedTo =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

const readSmall = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new OutboundError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Connects to one of the addresses, to the first that answers. */
const connectTo = (addresses: readonly LookupAddress[], port: number, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    // The host name is ignored: only the pinned addresses are called.
    const host = 'pinned.invalid';
    const socket = connectTcp({ host, port, lookup: pinnedTo(addresses), autoSelectFamily: true });
    const stop = (): void => void socket.destroy(signal.reason as Error);
    const settled = (): void => {
      signal.removeEventListener('abort', stop);
      socket.off('error', failed);
    };
    const failed = (error: Error): void => {
      settled();
      reject(error);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    socket.once('error', failed);
    socket.once('connect', () => {
      settled();
      resolve(socket);
    });
  });

const postOn = (stream: Socket, url: URL, { fields, signal }: FormCall): Promise<FormAnswer> =>
  new Promise((resolve, reject) => {
    const body = new URLSearchParams(fields).toString();
    const request = httpRequest({
      createConnection: () => stream,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
        'accept-encoding': 'identity',
        connection: 'close',
      },
      ...(signal === undefined ? {} : { signal }),
    });
    request.once('error', reject);
    request.once('response', (answer) => {
      readSmall(answer).then((text) => resolve({ status: answer.statusCode ?? 0, body: text }), reject);
    });
    request.end(body);
  });

/** Calls other servers over the network. */
export const createOutbound = ({
  allowedPrivateHosts,
  resolve = resolveBySystem,
}: OutboundOptions): Outbound => {
  const allowed = createAllowedHosts(allowedPrivateHosts);

  /** Returns the allowed addresses of a host. */
  const addressesOf = async ({ host, trusted = false }: Destination): Promise<readonly LookupAddress[]> => {
    const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }];
    if (found.length === 0) throw new OutboundError('unknown_host');
    if (trusted || allowed.hasName(host)) return found;
    const usable = found.filter(({ address }) => isPublicAddress(address) || allowed.hasAddress(address));
    if (usable.length === 0) throw new OutboundError('private_address');
    return usable;
  };

  const open = async (destination: Destination, signal: AbortSignal): Promise<Socket> =>
    connectTo(await untilAborted(signal, addressesOf(destination)), destination.port, signal);

  return {
    connect: async (destination, limits = {}) => {
      try {
        return await open(destination, limitsOf(limits));
      } catch (error) {
        throw asOutboundError(error);
      }
    },
    postForm: async (address, call) => {
      const url = new URL(address);
      const isHttps = url.protocol === 'https:';
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      const signal = limitsOf(call);
      const port = url.port === '' ? (isHttps ? 443 : 80) : Number(url.port);
      let socket: Socket | undefined;
      try {
        socket = await open({ host, port, trusted: call.trusted ?? false }, signal);
        const servername = isIP(host) === 0 ? { servername: host } : {};
        const stream = isHttps ? connectTls({ socket, host, ...servername }) : socket;
        return await untilAborted(signal, postOn(stream, url, { ...call, signal }));
      } catch (error) {
        throw asOutboundError(error);
      } finally {
        socket?.destroy();
      }
    },
  };
};
