import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { FilesChanged } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import Pusher from 'pusher-js';
import { call } from '#shared/api/client.ts';
import { setSocketId } from '#shared/api/page-headers.ts';

export interface RealtimeOptions {
  /** Connection parameters of the realtime service. */
  readonly broadcasting: NonNullable<Config['broadcasting']>;
  /** The channel that tells of files. */
  readonly channel: string;
  /** By which name the server is asked for it, where it is called otherwise. */
  readonly askedAs?: string;
  readonly onFilesChanged: (change: FilesChanged) => void;
  /** Called when the signed-in user has another name or other permissions. */
  readonly onAccountChanged?: () => void;
  /** For those who are told of the application's settings. */
  readonly config?: {
    /** They are different. */
    readonly onChanged: () => void;
    /** They may be, because the channel begins to tell. */
    readonly onMissed: () => void;
  };
  /** Called when the channel begins, or begins again: earlier changes have to be looked up. */
  readonly onMissed: () => void;
  /** The server has hung up for good, as it does with the end of the session. */
  readonly onHungUp: () => void;
  /**
   * Called once each time that the connection fails: the server is away, or admits the client no more. It goes on
   * being tried.
   */
  readonly onUnreached: () => void;
}

export interface Realtime {
  isConnected(): boolean;
  /** Tells whether it will not come back by itself. */
  isOver(): boolean;
  close(): void;
}

/** Pusher's words for a change of its connection. */
interface StateChange {
  readonly current: string;
}

/** Milliseconds after which a connection is not coming about. */
const patience = 3_000;

const standardPort = { 'http:': 80, 'https:': 443 } as const;

type Broadcasting = RealtimeOptions['broadcasting'];

const placeOf = ({ service }: Broadcasting, { protocol, hostname, port }: Location) => {
  if (service) {
    const { host, port: number, tls } = service;
    return { wsHost: host, wsPort: number, wssPort: number, forceTLS: tls };
  }
  const isSecure = protocol === 'https:';
  const number = port === '' ? standardPort[isSecure ? 'https:' : 'http:'] : Number(port);
  return { wsHost: hostname, wsPort: number, wssPort: number, forceTLS: isSecure };
};

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('refused', { cause: error });

const permit = (socketId: string, channelName: string) =>
  call(itemEndpoints.authorizeChannel, { body: { socket_id: socketId, channel_name: channelName } });

/** Listens to what happens in the account elsewhere, by the Pusher protocol: to this origin, or to another service. */
export const connectRealtime = ({
  broadcasting,
  channel,
  askedAs = channel,
  onFilesChanged,
  onAccountChanged,
  config,
  onMissed,
  onHungUp,
  onUnreached,
}: RealtimeOptions): Realtime => {
  const pusher = new Pusher(broadcasting.key, {
    ...placeOf(broadcasting, location),
    // The protocol wants one; with a host of its own it means nothing.
    cluster: '',
    wsPath: broadcasting.path,
    enableStats: false,
    // By TLS or not, as the place says. “wss” would try TLS where there is none as soon as a connection takes two
    // seconds, and the other transports load scripts from elsewhere.
    enabledTransports: ['ws'],
    unavailableTimeout: patience,
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, answer) => {
        permit(socketId, channelName === channel ? askedAs : channelName).then(
          ({ auth }) => answer(null, { auth }),
          (error: unknown) => answer(asError(error), null),
        );
      },
    },
    userAuthentication: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId }, answer) => {
        permit(socketId, askedAs).then(
          ({ user }) => answer(user ? null : new Error('refused'), user ?? null),
          (error: unknown) => answer(asError(error), null),
        );
      },
    },
  });
  let isClosed = false;
  let isUnreached = false;
  pusher.connection.bind('state_change', ({ current }: StateChange) => {
    setSocketId(current === 'connected' ? pusher.connection.socket_id : undefined);
    if (current === 'unavailable' && !isUnreached) onUnreached();
    isUnreached = current === 'unavailable' || (isUnreached && current !== 'connected');
    if (current === 'disconnected' && !isClosed) onHungUp();
  });
  /** A client that hears only a part of the events, or could not be ended, is not connected: it tries again. */
  const giveUp = (): void => pusher.disconnect();
  // The server ends the connection there with the session, or the link.
  if (broadcasting.service) {
    pusher.user.bind('pusher:signin_error', giveUp);
    pusher.signin();
  }
  const own = pusher
    .subscribe(channel)
    .bind('pusher:subscription_succeeded', onMissed)
    .bind('pusher:subscription_error', giveUp)
    .bind('files.changed', onFilesChanged);
  if (onAccountChanged) own.bind('account.changed', onAccountChanged);
  if (config)
    pusher
      .subscribe('private-application')
      .bind('pusher:subscription_succeeded', config.onMissed)
      .bind('pusher:subscription_error', giveUp)
      .bind('config.changed', config.onChanged);
  return {
    isConnected: () => pusher.connection.state === 'connected',
    isOver: () => pusher.connection.state === 'disconnected' || pusher.connection.state === 'failed',
    close() {
      isClosed = true;
      setSocketId(undefined);
      pusher.disconnect();
    },
  };
};
