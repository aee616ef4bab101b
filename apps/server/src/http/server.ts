import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createPipelines } from '#http/pipeline.ts';
import { createSlowPeers } from '#http/slow-peers.ts';
import { createUpgradedSockets, routeUpgrade, wantsWebSocket } from '#http/upgrade.ts';

/** Milliseconds without a byte in either direction after which a connection is given up. */
const silence = 120_000;
/** Milliseconds for a request's headers to arrive. */
const headersWithin = 30_000;
/** Milliseconds between two checks for late or slow connections. */
const looksEvery = 5_000;
/** Milliseconds for which an idle connection is kept: longer than the usual 60 s of proxies in front. */
const keepAlive = 65_000;

export interface Server {
  /** The port that was really taken, and where. @throws where the address is not to be had */
  listen(host: string, port: number): Promise<AddressInfo>;
  /**
   * Answers every request from now on by this application.
   *
   * @param first is waited for before each request, which may be another application's by then
   */
  use(app: FastifyInstance, first?: () => Promise<void>): Promise<void>;
  /** Stops accepting connections, waits for the requests in progress, and cuts those that take longer. */
  close(graceMs: number): Promise<void>;
}

export interface ServerTimes {
  /** Milliseconds for a request's headers to arrive. */
  readonly headersTimeout?: number;
  /** Milliseconds between two checks for late or slow connections. */
  readonly lookEvery?: number;
}

/** A listening socket whose application can be exchanged: the installed one takes over from set-up. */
export const createHttpServer = ({
  headersTimeout = headersWithin,
  lookEvery = looksEvery,
}: ServerTimes = {}): Server => {
  let app: FastifyInstance | undefined;
  let first: (() => Promise<void>) | undefined;
  let closing = false;
  const pipelines = createPipelines();
  const slowPeers = createSlowPeers();
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout,
      connectionsCheckingInterval: lookEvery,
      keepAliveTimeout: keepAlive,
      shouldUpgradeCallback: wantsWebSocket,
    },
    (request, response) => {
      // A connection whose answer ends while draining would otherwise stay open for the next request.
      response.once('close', () => {
        if (closing) setImmediate(() => server.closeIdleConnections());
      });
      const answer = (): void => app?.routing(request, response);
      pipelines.begin(request, response, () => {
        slowPeers.watch(request, response);
        if (first === undefined) answer();
        else first().then(answer, answer);
      });
    },
  );
  const looking = setInterval(() => slowPeers.look(performance.now()), lookEvery).unref();
  server.once('close', () => clearInterval(looking));
  server.timeout = silence;
  const upgraded = createUpgradedSockets();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    // Its connection cannot be given away before it has been answered; no client sends an upgrade ahead.
    if (app === undefined || pipelines.isBusy(request.socket)) socket.destroy();
    else routeUpgrade(app, { request, socket, head });
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    use: async (next, before) => {
      await next.ready();
      const previous = app;
      app = next;
      first = before;
      await previous?.close();
    },
    close: async (graceMs) => {
      closing = true;
      const cut = setTimeout(() => {
        server.closeAllConnections();
        upgraded.destroy();
      }, graceMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cut);
      await app?.close();
    },
  };
};
