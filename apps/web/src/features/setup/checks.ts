import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { SetupChecks } from '@holdall/contract/setup';
import { queryOptions } from '@tanstack/react-query';
import { checkWords, clocksApart, type Found, type MachineCheck } from '#shared/checks/machine-check.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { isLoopback } from '#shared/lib/loopback.ts';
import { callSetup } from './call-setup.ts';
import { probeRange, probeRequestSize, probeSocket, type ProbeResult } from './probes.ts';

interface Checked extends SetupChecks {
  /** Seconds between the two clocks. */
  readonly apart: number;
}

/** Returns the server's checks of its machine. */
export const checksQuery = queryOptions({
  queryKey: ['setup-checks'],
  queryFn: async ({ signal }): Promise<Checked> => {
    const asked = Date.now();
    const { data } = await callSetup(setupEndpoints.getSetupChecks, { signal });
    return { ...data, apart: clocksApart(data.now, asked) };
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

const probeOf = (name: string, probe: () => Promise<ProbeResult>) =>
  queryOptions({
    queryKey: ['setup-probe', name],
    queryFn: probe,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Probes the connection from this browser to the server. */
export const probeQueries = (chunkSize: number) =>
  [
    probeOf('request_size', () => probeRequestSize(chunkSize)),
    probeOf('websocket', probeSocket),
    probeOf('range', probeRange),
  ] as const;

/** Returns the bytes of the largest request that reaches the server; null where nothing limits it. */
export const passingOf = (result: ProbeResult | undefined): number | null =>
  result?.state === 'limited' && result.bytes > 0 ? result.bytes : null;

/** Until the public address is set, the address of the wizard stands in for it. */
export const addressed = (check: MachineCheck, { origin, protocol, hostname }: Location): MachineCheck => {
  if (check.name !== 'https' || check.reason !== 'no_address') return check;
  const facts = { url: origin };
  if (protocol === 'https:') return { ...check, state: 'ok', reason: null, facts };
  return isLoopback(hostname)
    ? { ...check, state: 'ok', reason: 'loopback', facts }
    : { ...check, reason: 'not_https', facts };
};

const fixes: Readonly<Record<string, string>> = {
  request_size: 'client_max_body_size 0;\nproxy_request_buffering off;',
  websocket:
    'proxy_http_version 1.1;\nproxy_set_header Upgrade $http_upgrade;\nproxy_set_header Connection "upgrade";\nproxy_read_timeout 1h;',
  range: 'proxy_set_header Range $http_range;\nproxy_set_header If-Range $http_if_range;',
};

const stateOf = (result: ProbeResult): Found['state'] => {
  if (result.state === 'ok') return 'ok';
  return result.state === 'limited' && result.bytes === 0 ? 'broken' : 'recommended';
};

/** Formats a probe of this browser as a check. @param chunkSize bytes that should pass */
export const probedOf = (name: string, result: ProbeResult, chunkSize: number): Found => {
  const state = stateOf(result);
  const size = formatBytes(result.state === 'limited' ? result.bytes : chunkSize);
  const lines = fixes[name];
  return {
    name,
    state,
    ...checkWords(name, state === 'broken' ? 'blocked' : result.state, { size }),
    ...(state !== 'ok' && lines !== undefined && { lines }),
  };
};
