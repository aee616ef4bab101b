import type { FilesChanged } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import Pusher from 'pusher-js';
import { itemsCall } from '#shared/api/items.calls.ts';
import { setSocketId } from '#shared/api/socket.ts';

export interface RealtimeOptions {
  /** How to reach the hub. */
  readonly broadcasting: NonNullable<Config['broadcasting']>;
  /** What tells of files. */
  readonly channel: string;
  readonly onFilesChanged: (change: FilesChanged) => void;
  /** Who is signed in is called or may do something else. */
  readonly onAccountChanged?: () => void;
  /** For those who are told of the application's settings. */
  readonly config?: {
    /** They are different. */
    readonly onChanged: () => void;
    /** They may be, because the channel begins to tell. */
    readonly onMissed: () => void;
  };
  /** The channel begins, or begins again, to tell: what happened before is to be looked up. */
  readonly onMissed: () => void;
  /** The server has hung up for good, as it does with the end of the session. */
  readonly onHungUp: () => void;
}

export interface Realtime {
  isConnected(): boolean;
  /** Whether it will not come back by itself. */
  isOver(): boolean;
  close(): void;
}

/** Pusher's words for a change of its connection. */
interface StateChange {
  readonly current: string;
}

const standardPort = { 'http:': 80, 'https:': 443 } as const;

const placeOf = ({ protocol, hostname, port }: Location) => {
  const isSecure = protocol === 'https:';
  const number = port === '' ? standardPort[isSecure ? 'https:' : 'http:'] : Number(port);
  return { wsHost: hostname, wsPort: number, wssPort: number, forceTLS: isSecure };
};

/** Listens to what happens in the account elsewhere, by the Pusher protocol over a WebSocket of this origin. */
export const connectRealtime = ({
  broadcasting: { key, path },
  channel,
  onFilesChanged,
  onAccountChanged,
  config,
  onMissed,
  onHungUp,
}: RealtimeOptions): Realtime => {
  const pusher = new Pusher(key, {
    ...placeOf(location),
    // The protocol wants one; with a host of its own it means nothing.
    cluster: '',
    wsPath: path,
    enableStats: false,
    // Its other transports load scripts from elsewhere.
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, answer) => {
        itemsCall('authorizeChannel', { body: { socket_id: socketId, channel_name: channelName } }).then(
          ({ auth }) => answer(null, { auth }),
          (error: unknown) =>
            answer(error instanceof Error ? error : new Error('refused', { cause: error }), null),
        );
      },
    },
  });
  let isClosed = false;
  pusher.connection.bind('state_change', ({ current }: StateChange) => {
    setSocketId(current === 'connected' ? pusher.connection.socket_id : undefined);
    if (current === 'disconnected' && !isClosed) onHungUp();
  });
  const own = pusher
    .subscribe(channel)
    .bind('pusher:subscription_succeeded', onMissed)
    .bind('files.changed', onFilesChanged);
  if (onAccountChanged) own.bind('account.changed', onAccountChanged);
  if (config)
    pusher
      .subscribe('private-application')
      .bind('pusher:subscription_succeeded', config.onMissed)
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
