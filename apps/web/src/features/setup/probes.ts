import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { setupProbeLength, setupSocketPath } from '@holdall/contract/setup';
import { pageHeaders } from '#shared/api/page-headers.ts';
import { addressIn } from '#shared/api/address.ts';

/** Result of a probe through the proxies between this browser and the server. */
export type ProbeResult =
  | { readonly state: 'ok' }
  /** Only requests of up to `bytes` pass; 0: not even the smallest. */
  | { readonly state: 'limited'; readonly bytes: number }
  /** The probe timed out. */
  | { readonly state: 'slow' }
  | { readonly state: 'failed' };

/** Milliseconds before a probe times out; a working socket opens sooner. */
const patience = 20_000;
const socketPatience = 10_000;
/** Bytes to try where a whole chunk does not pass; nginx allows one MiB by default. */
const smaller = [8_000_000, 1_000_000, 64 * 1024] as const;
const wholeLength: typeof setupProbeLength = 65_536;
const socketPath: typeof setupSocketPath = '/realtime/setup';

const upload = async (bytes: number): Promise<'passed' | 'refused' | 'slow'> => {
  const signal = AbortSignal.timeout(patience);
  try {
    const answer = await fetch(addressIn(setupEndpoints.probeUpload), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/octet-stream', ...pageHeaders() },
      // Sent like files, so that developer tools do not print its bytes.
      body: new Blob([new Uint8Array(bytes)]),
      signal,
    });
    const said = (await answer.json()) as { readonly received?: number };
    return answer.ok && said.received === bytes ? 'passed' : 'refused';
  } catch {
    return signal.aborted ? 'slow' : 'refused';
  }
};

/** Probes whether a request of a chunk's size passes, else the largest smaller one that does. */
export const probeRequestSize = async (chunkSize: number): Promise<ProbeResult> => {
  for (const bytes of [chunkSize, ...smaller.filter((size) => size < chunkSize)]) {
    const came = await upload(bytes);
    if (came === 'slow') return { state: 'slow' };
    if (came === 'passed') return bytes === chunkSize ? { state: 'ok' } : { state: 'limited', bytes };
  }
  return { state: 'limited', bytes: 0 };
};

/** Probes whether range requests work, which players and resumed downloads need. */
export const probeRange = async (): Promise<ProbeResult> => {
  try {
    const answer = await fetch(addressIn(setupEndpoints.probeDownload), {
      headers: { range: 'bytes=1000-1999', ...pageHeaders() },
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const isPart =
      answer.status === 206 &&
      answer.headers.get('content-range') === `bytes 1000-1999/${wholeLength}` &&
      bytes.length === 1000 &&
      bytes[0] === 1000 % 251;
    return { state: isPart ? 'ok' : 'failed' };
  } catch {
    return { state: 'failed' };
  }
};

/** Probes whether WebSockets pass: the server echoes a message. */
export const probeSocket = (): Promise<ProbeResult> => {
  const { promise, resolve } = Promise.withResolvers<ProbeResult>();
  const address = new URL(socketPath, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  const word = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const end = (state: 'ok' | 'failed'): void => {
    clearTimeout(timer);
    resolve({ state });
    socket.close();
  };
  const timer = setTimeout(() => end('failed'), socketPatience);
  socket.addEventListener('open', () => socket.send(word));
  socket.addEventListener('message', ({ data }) => end(data === word ? 'ok' : 'failed'));
  socket.addEventListener('error', () => end('failed'));
  socket.addEventListener('close', () => end('failed'));
  return promise;
};
