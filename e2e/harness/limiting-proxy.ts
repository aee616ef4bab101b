/** An HTTP proxy that refuses large requests in its own words, as a carelessly set up one does. */
import { createServer, request } from 'node:http';

export interface LimitingProxy {
  readonly url: string;
  /** The number of requests that it has refused. */
  readonly refused: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a proxy before the server at `target` that answers 413 to bodies above `limit` bytes. */
export const startLimitingProxy = async (target: string, limit: number): Promise<LimitingProxy> => {
  const { hostname, port } = new URL(target);
  let refused = 0;
  const server = createServer((incoming, answer) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limit) {
      refused += 1;
      incoming.resume();
      incoming.on('end', () => {
        answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
      });
      return;
    }
    const { method, url, headers } = incoming;
    const upstream = request({ hostname, port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    upstream.on('error', () => answer.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
