/** Debian's Apache with mod_dav. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../scripts/process/free-port.ts';
import { startProgram } from '../lib/program.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { davCalls, layOut } from './dav.ts';

const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';

const wanted = ['mpm_event', 'authz_core', 'dir', 'autoindex', 'mime', 'dav', 'dav_fs'];

/** Started by root it serves as www-data, which then has to get to its folder and write there. */
const asRoot = userInfo().uid === 0;
const giveAway = (folder: string, root: string): void => {
  chmodSync(dirname(folder), 0o711);
  execFileSync('chown', ['www-data', folder, root, join(root, 'in')]);
};

const configuration = (folder: string, root: string, port: number): string => `
${wanted.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
Mutex file:${folder} default
Listen 127.0.0.1:${port}
${asRoot ? 'User www-data\nGroup www-data' : ''}
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 600
TypesConfig /dev/null
DocumentRoot ${root}
DavLockDB ${folder}/locks
LimitRequestBody 0
EnableSendfile On
<Directory ${root}>
  Require all granted
  Options Indexes
  IndexOptions FancyIndexing NameWidth=*
  Dav On
</Directory>
`;

export const apache: ServerUnderTest = {
  name: 'Apache',
  missing: () =>
    existsSync(program) && existsSync(join(modules, 'mod_dav_fs.so')) ? undefined : 'apache2 with mod_dav',
  start: async (setup) => {
    const { folder } = setup;
    const root = layOut(setup);
    const port = await freePort();
    writeFileSync(join(folder, 'apache.conf'), configuration(folder, root, port));
    if (asRoot) giveAway(folder, root);
    const running = startProgram({ program, args: ['-DFOREGROUND', '-f', join(folder, 'apache.conf')] });
    await running.listensOn(port);
    return { ...davCalls('href="'), port, figures: running.figures, stop: running.stop };
  },
};
