import { createHash, createHmac, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** An event that the service received by its HTTP API. */
export interface SentEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
  readonly socket_id?: string;
}

/** A Pusher-compatible service of its own, written from the protocol: it checks every signature by itself. */
export interface PusherService {
  readonly origin: string;
  readonly port: number;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  readonly sent: SentEvent[];
  /** Users whose connections were ended. */
  readonly ended: string[];
  /** Status of every answer; undefined: it works. */
  failWith: number | undefined;
  /** Calls that it has refused. */
  refused: number;
  /** True: it accepts events and delivers none. */
  isSilent: boolean;
  /** Its answer to `pusher:signin`: by the protocol, none, or an unknown event. */
  signsIn: 'well' | 'never' | 'refuses';
  /** True: it confirms that it has ended connections, and ends none. */
  isEndless: boolean;
  channels(): string[];
  close(): Promise<void>;
}

interface Client {
  readonly id: string;
  readonly socket: WebSocket;
  readonly channels: Set<string>;
  user?: string;
}

const appId = 'app-1';
const key = 'key-of-app-1';
const secret = 'secret-of-app-1';
const hmac = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
const write = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
};

/** Returns the reason for which a call is refused, by the protocol's "Authentication"; undefined if it is accepted. */
const refusalOf = (request: IncomingMessage, body: string): number | undefined => {
  const url = new URL(request.url ?? '', 'http://service.test');
  if (!url.pathname.startsWith(`/apps/${appId}/`)) return 404;
  const query = Object.fromEntries(url.searchParams);
  const { auth_signature: signature, ...signed } = query;
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name.toLowerCase()}=${signed[name]}`)
    .join('&');
  const isFresh = Math.abs(Date.now() / 1000 - Number(query['auth_timestamp'])) < 600;
  const isWhole = body === '' ? true : query['body_md5'] === createHash('md5').update(body).digest('hex');
  const isRight = signature === hmac([request.method, url.pathname, text].join('\n'));
  const isOurs = query['auth_key'] === key && query['auth_version'] === '1.0';
  return isFresh && isWhole && isRight && isOurs ? undefined : 401;
};

export const startPusherService = async (): Promise<PusherService> => {
  const clients = new Set<Client>();
  const deliver = ({ channel, name, data, socket_id: except }: SentEvent): void => {
    if (service.isSilent) return;
    for (const client of clients)
      if (client.channels.has(channel) && client.id !== except)
        client.socket.send(JSON.stringify({ event: name, channel, data }));
  };
  const end = (client: Client, code: number): void => {
    client.socket.send(JSON.stringify({ event: 'pusher:error', data: { code, message: 'Over.' } }));
    client.socket.close(code);
  };
  const take = (client: Client, text: string): void => {
    const { event, data } = JSON.parse(text) as { event: string; data: Record<string, string> };
    const channel = data['channel'] ?? '';
    if (event === 'pusher:subscribe') {
      // A channel that a client makes up for itself needs no permission.
      const isOpen = !/^(private|presence)-/.test(channel);
      if (!isOpen && data['auth'] !== `${key}:${hmac(`${client.id}:${channel}`)}`) return end(client, 4009);
      client.channels.add(channel);
      client.socket.send(write('pusher_internal:subscription_succeeded', {}, channel));
    } else if (event === 'pusher:signin') {
      if (service.signsIn === 'refuses') client.socket.send(write('pusher:error', { code: 4200 }));
      if (service.signsIn !== 'well') return;
      const { user_data: user = '' } = data;
      if (data['auth'] !== `${key}:${hmac(`${client.id}::user::${user}`)}`) return end(client, 4009);
      client.user = (JSON.parse(user) as { id: string }).id;
      client.socket.send(write('pusher:signin_success', { user_data: user }));
    } else if (event === 'pusher:unsubscribe') client.channels.delete(channel);
    else if (event === 'pusher:ping') client.socket.send(write('pusher:pong', {}));
  };

  const server = createServer((request, response) => {
    const answer = (status: number, said: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    };
    void bodyOf(request).then((body) => {
      const refusal = service.failWith ?? refusalOf(request, body);
      if (refusal !== undefined) {
        service.refused += 1;
        return answer(refusal, { error: 'refused' });
      }
      const path = (request.url ?? '').replace(/\?.*/, '').slice(`/apps/${appId}/`.length);
      const said = (body === '' ? {} : JSON.parse(body)) as { batch?: SentEvent[] };
      if (path === 'batch_events' && said.batch !== undefined && said.batch.length <= 10) {
        service.sent.push(...said.batch);
        for (const event of said.batch) deliver(event);
        return answer(200, { batch: said.batch.map(() => ({})) });
      }
      if (path === 'events') {
        const { channels, ...event } = JSON.parse(body) as SentEvent & { channels: string[] };
        for (const channel of channels) deliver({ ...event, channel });
        return answer(200, {});
      }
      if (path === 'channels')
        return answer(200, { channels: Object.fromEntries(service.channels().map((name) => [name, {}])) });
      const [, user] = /^users\/(\w+)\/terminate_connections$/.exec(path) ?? [];
      if (user === undefined) return answer(404, { error: 'no such call' });
      service.ended.push(user);
      for (const client of clients) if (client.user === user && !service.isEndless) end(client, 4009);
      return answer(200, {});
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    if (!request.url?.startsWith(`/app/${key}?`)) {
      socket.send(JSON.stringify({ event: 'pusher:error', data: { code: 4001, message: 'No such app.' } }));
      socket.close(4001);
      return;
    }
    const client: Client = { id: `${randomInt(1e9)}.${randomInt(1e9)}`, socket, channels: new Set() };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (raw) => take(client, Buffer.from(raw as Buffer).toString('utf8')));
    socket.send(write('pusher:connection_established', { socket_id: client.id, activity_timeout: 120 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: PusherService = {
    origin: `http://127.0.0.1:${port}`,
    port,
    appId,
    key,
    secret,
    sent: [],
    ended: [],
    failWith: undefined,
    refused: 0,
    isSilent: false,
    signsIn: 'well',
    isEndless: false,
    channels: () => [...new Set([...clients].flatMap(({ channels }) => [...channels]))],
    close: async () => {
      for (const { socket } of clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
};
