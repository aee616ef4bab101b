/** Debian's nginx with its DAV module, as one worker. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { freePort } from '../../scripts/process/free-port.ts';
import { findNginx } from '../../scripts/test/tools.ts';
import { startProgram } from '../lib/program.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { davCalls, layOut } from './dav.ts';

const configuration = (folder: string, root: string, port: number): string => `
${userInfo().uid === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  keepalive_timeout 600s;
  client_max_body_size 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / {
      dav_methods PUT DELETE;
      autoindex on;
      autoindex_format json;
    }
  }
}
`;

export const nginx: ServerUnderTest = {
  name: 'nginx',
  missing: () => (findNginx() === undefined ? 'nginx' : undefined),
  start: async (setup) => {
    const { folder } = setup;
    const root = layOut(setup);
    mkdirSync(join(folder, 'body'));
    const port = await freePort();
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, root, port));
    const program = startProgram({
      program: findNginx() ?? 'nginx',
      args: ['-p', folder, '-c', join(folder, 'nginx.conf')],
    });
    await program.listensOn(port);
    return { ...davCalls('"name":"'), port, figures: program.figures, stop: program.stop };
  },
};
