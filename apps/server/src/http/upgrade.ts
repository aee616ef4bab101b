import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { realtimePath } from '@holdall/contract/realtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Upgrade } from '#ports/realtime.ts';

/** Milliseconds that a refused client has to take its answer. */
const refusalWithin = 5_000;

/** Upgrades whose requests are being answered. */
const waiting = new WeakMap<IncomingMessage, Upgrade>();

/** Tells whether a request is for a WebSocket; other upgrades are ignored, as HTTP allows. */
export const wantsWebSocket = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(`${realtimePath}/`);

/**
 * Routes an upgrade through the application like any request: authentication, origin and session are handled in
 * one place. A route takes over the socket; otherwise its plain answer is sent.
 */
export const routeUpgrade = (app: FastifyInstance, upgrade: Upgrade): void => {
  const { request, socket } = upgrade;
  // There is no other listener yet, and an unhandled error would end the process.
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('finish', () => {
    socket.end();
    setTimeout(() => socket.destroy(), refusalWithin).unref();
  });
  waiting.set(request, upgrade);
  app.routing(request, response);
};

/** Takes the connection of a request that wants to be upgraded, which is then not answered; undefined where it does not. */
export const takeUpgrade = (request: FastifyRequest, reply: FastifyReply): Upgrade | undefined => {
  const upgrade = waiting.get(request.raw);
  if (upgrade === undefined) return undefined;
  waiting.delete(request.raw);
  reply.hijack().raw.detachSocket(request.raw.socket);
  return upgrade;
};

/** Connections that have been upgraded: the server does not count them among its own. */
export const createUpgradedSockets = () => {
  const sockets = new Set<Duplex>();
  return {
    add: (socket: Duplex): void => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
    destroy: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
