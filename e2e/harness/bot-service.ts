/**
 * A stand-in of the bot-protection service: the script that pages load, in two parts as the real one has them, the frame
 * that it opens, and the call by which servers ask what a token is worth.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const botKeys = { client: 'the-site-key', secret: 'the-secret-key' } as const;

/** A question of the server. */
interface Verification {
  readonly secret: string | null;
  readonly action: string | undefined;
}

export interface BotService {
  readonly origin: string;
  readonly verifications: readonly Verification[];
  /** The score of everybody: 0 is a program, 1 a person. */
  score: number;
  /** Its script can be loaded. */
  isUp: boolean;
  readonly close: () => void;
}

/** Like the real one it obeys a page's Trusted Types only where it was asked to. */
const loader = (origin: string, isTrusted: boolean): string => `(() => {
  const config = (window.___grecaptcha_cfg = window.___grecaptcha_cfg || {});
  const service = (window.grecaptcha = window.grecaptcha || {});
  service.ready = service.ready || ((act) => (config.fns = config.fns || []).push(act));
  const script = document.createElement('script');
  let address = '${origin}/recaptcha/releases/1/recaptcha__en.js';
  if (${isTrusted} && window.trustedTypes)
    address = trustedTypes.createPolicy('recaptcha', { createScriptURL: (text) => text }).createScriptURL(address);
  script.src = address;
  document.head.append(script);
})();`;

const release = (origin: string): string => `(() => {
  const frame = document.createElement('iframe');
  frame.title = 'bot protection';
  frame.src = '${origin}/recaptcha/api2/anchor';
  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  badge.append(frame);
  const box = document.createElement('div');
  box.append(badge);
  document.body.append(box);
  window.grecaptcha.execute = async (client, { action }) => {
    const answer = await fetch('${origin}/recaptcha/api2/reload?k=' + client + '&action=' + action, { method: 'POST' });
    return answer.text();
  };
  for (const act of window.___grecaptcha_cfg.fns || []) act();
})();`;

const send = (response: ServerResponse, type: string, body: string): void => {
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
};

/** Starts the service on loopback. */
export const createBotService = async (): Promise<BotService> => {
  const tokens = new Map<string, string>();
  const verifications: Verification[] = [];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: BotService = { origin, verifications, score: 0.9, isUp: true, close: () => server.close() };

  const answerTo: Readonly<Record<string, (url: URL, response: ServerResponse, body: string) => void>> = {
    '/recaptcha/api.js': ({ searchParams }, response) => {
      const isKnown = searchParams.get('render') === botKeys.client;
      if (service.isUp && isKnown)
        send(response, 'text/javascript', loader(origin, searchParams.get('trustedtypes') === 'true'));
      else response.writeHead(503).end();
    },
    '/recaptcha/releases/1/recaptcha__en.js': (_url, response) =>
      send(response, 'text/javascript', release(origin)),
    '/recaptcha/api2/anchor': (_url, response) =>
      send(response, 'text/html', '<title>bot protection</title>'),
    '/recaptcha/api2/reload': ({ searchParams }, response) => {
      const token = randomBytes(20).toString('hex');
      tokens.set(token, searchParams.get('action') ?? '');
      send(response, 'text/plain', token);
    },
    '/recaptcha/api/siteverify': (_url, response, body) => {
      const form = new URLSearchParams(body);
      const token = form.get('response') ?? '';
      const action = tokens.get(token);
      // A token is worth something once.
      tokens.delete(token);
      verifications.push({ secret: form.get('secret'), action });
      const success = action !== undefined && form.get('secret') === botKeys.secret;
      const verdict = { success, score: service.score, action, hostname: '127.0.0.1' };
      send(response, 'application/json', JSON.stringify(verdict));
    },
  };
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const answer = answerTo[url.pathname];
      if (answer) answer(url, response, body);
      else response.writeHead(404).end();
    });
  });
  return service;
};
