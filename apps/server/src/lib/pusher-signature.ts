import { createHash, createHmac } from 'node:crypto';

/** The identity of an application in the Pusher protocol: its key is public. */
export interface PusherIdentity {
  readonly key: string;
  readonly secret: string;
}

/** A connection's request to join a channel. */
export interface Permit {
  readonly socketId: string;
  readonly channel: string;
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** `auth` of a subscription, as the Pusher protocol has it: good for this connection and channel alone. */
export const signPermit = ({ key, secret }: PusherIdentity, { socketId, channel }: Permit): string =>
  `${key}:${hmac(secret, `${socketId}:${channel}`)}`;

/** Signs the sign-in of a connection. @param user the user that it authenticates */
export const signUser = (
  { key, secret }: PusherIdentity,
  socketId: string,
  user: string,
): { readonly auth: string; readonly user_data: string } => {
  const data = JSON.stringify({ id: user });
  return { auth: `${key}:${hmac(secret, `${socketId}::user::${data}`)}`, user_data: data };
};

export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON; empty: none. */
  readonly body: string;
}

/**
 * Signs the query of a call of the service's HTTP API. Its values are sent as they are signed: unencoded.
 *
 * @param now milliseconds since 1970
 */
export const signCall = (
  { key, secret }: PusherIdentity,
  { method, path, query, body }: ServiceCall,
  now: number,
): string => {
  const all: Record<string, string> = {
    ...query,
    auth_key: key,
    auth_timestamp: String(Math.floor(now / 1000)),
    auth_version: '1.0',
    ...(body === '' ? {} : { body_md5: createHash('md5').update(body).digest('hex') }),
  };
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  return `${text}&auth_signature=${hmac(secret, [method, path, text].join('\n'))}`;
};
