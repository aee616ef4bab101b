/** A session of the API, for calls that arrange the conditions of a journey. */
import { admin, type Credentials } from './server.ts';

export interface Session {
  /** @throws where the server refuses */
  readonly call: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Posts JSON, as a page of the server itself does. */
export const post = (address: string, body: object, headers: object = {}): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { origin: new URL(address).origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Signs in password-protected alone, as the administrator where nobody else is named. */
export const openSession = async (
  url: string,
  { email, password }: Credentials = admin,
): Promise<Session> => {
  const signedIn = await post(`${url}/api/login`, { email, password, remember: false });
  if (!signedIn.ok) throw new Error(`Signing in answered ${signedIn.status}: ${await signedIn.text()}`);
  const cookie = cookiesOf(signedIn);
  return {
    call: async <Answer>(method: string, path: string, body?: object) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return (answer.status === 204 ? undefined : await answer.json()) as Answer;
    },
  };
};

/** Changes settings of the tab “Others”, as an administrator does. */
export const changeSettings = async (url: string, settings: Readonly<Record<string, unknown>>) => {
  const { call } = await openSession(url);
  for (const [name, value] of Object.entries(settings))
    await call('PATCH', '/api/admin/settings/others', { name, value });
};

/** Makes an account, as an administrator does. @returns its id */
export const createUser = async (url: string, { email, password }: Credentials): Promise<string> => {
  const { call } = await openSession(url);
  const { data } = await call<{ data: { id: string } }>('POST', '/api/admin/users', {
    first_name: 'Mara',
    email,
    role: 'user',
    password,
    password_confirmation: password,
  });
  return data.id;
};
