import type { GroupSettings } from '@holdall/contract/admin-settings';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import { groupQuery } from '../settings.queries.ts';
import { EnvironmentTab } from '../ui/environment-tab.tsx';

export const kept = {
  url: '',
  mail_driver: 'smtp',
  mail_host: 'mail.example.com',
  mail_port: 587,
  mail_username: '',
  mail_password: true,
  mail_encryption: 'starttls',
  mail_from: '',
  realtime: true,
  storage_driver: 'disk',
  s3_endpoint: '',
  s3_region: 'us-east-1',
  s3_bucket: '',
  s3_access_key: '',
  s3_secret_key: false,
  s3_path_style: null,
  s3_prefix: '',
  storage_downloads: 'proxy',
};
export const inS3 = {
  storage_driver: 's3',
  s3_bucket: 'files',
  s3_access_key: 'KEY',
  s3_secret_key: true,
};

type Attributes = GroupSettings['data']['attributes'];
export const settingsOf = (
  attributes: Attributes,
  meta: Partial<GroupSettings['meta']> = {},
): GroupSettings => ({
  data: { attributes: { ...kept, ...attributes }, images: {} },
  meta: { locked: [], fixed: [], ...meta },
});
export const refused = (code: string, more: object = {}): Response =>
  Response.json({ status: 422, code, message: 'Said in English.', ...more }, { status: 422 });

const Tab = () => {
  const { data } = useQuery(groupQuery('environment'));
  return data && <EnvironmentTab tab={{ group: 'environment', settings: data }} />;
};

export interface Answers {
  settings: GroupSettings;
  answer: (call: Call) => Response | Promise<Response>;
}

export const open = async (answers: Answers) => {
  const calls = openServer((call) =>
    call.method === 'GET' ? Response.json(answers.settings) : answers.answer(call),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { box, draw } = openPlace(client);
  await draw(<Tab />);
  await change();
  const field = (label: string): HTMLInputElement | HTMLSelectElement | null => {
    const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    return found ? (document.getElementById(found.htmlFor) as HTMLInputElement | null) : null;
  };
  const buttons = () => [...box.querySelectorAll('button')];
  return {
    box,
    client,
    leave: () => draw(null),
    field,
    type: (label: string, text: string) => change(() => write(field(label), text)),
    button: (name: string) => buttons().find(({ textContent }) => textContent === name),
    press: (name: string) =>
      change(() =>
        buttons()
          .find(({ textContent }) => textContent === name)
          ?.click(),
      ),
    choose: (value: string) =>
      change(() => box.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click()),
    faultOf: (label: string) =>
      (field(label)?.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((id) => id.endsWith('-error'))
        .map((id) => document.getElementById(id)?.textContent)[0],
    sent: (path: string) =>
      calls.filter((call) => call.method !== 'GET' && call.path === path).map(({ body }) => body),
    paths: () => calls.filter(({ method }) => method !== 'GET').map(({ path }) => path),
  };
};
