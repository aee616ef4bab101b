import { z } from 'zod';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { item } from './files.ts';
import { id } from './ids.ts';

/** The channel that carries what happens in a person's account. */
export const userChannel = (userId: string): string => `private-user.${userId}`;

/** The channel that carries what happens below a shared folder, to those who have its link. */
export const shareChannel = (token: string): string => `private-share.${token}`;

/** The token of a link's channel; undefined: it is no link's. */
export const tokenOfShareChannel = (channel: string): string | undefined =>
  /^private-share\.(.+)$/.exec(channel)?.[1];

/** The channel that tells everybody who is signed in of the application itself. */
export const applicationChannel = 'private-application';

/** Tells that the configuration is another one, by the settings' revision: it is to be read anew. */
export const configChanged = z.object({ revision: z.number().int() });
export type ConfigChanged = z.output<typeof configChanged>;

/** Path of the hub: `pusher-js` asks for `{path}/app/{key}`. */
export const realtimePath = '/realtime';

/** Path of the hub for guests of a link: `pusher-js` asks for `{path}/app/{key}`. */
export const guestsRealtimePath = (token: string): string => `${realtimePath}/share/${token}`;

/** The query of a Pusher client that connects. */
export const connectQuery = z.object({ protocol: z.string().max(20).default('') });

/** A connection of the realtime hub, as Pusher's protocol names it. */
export const socketId = z
  .string()
  .max(33, { error: 'A socket id looks like 123.456.', abort: true })
  .regex(/^\d{1,16}\.\d{1,16}$/, 'A socket id looks like 123.456.');

/** Header by which a call names its own connection, so that it is not told of its own change. */
export const socketHeader = 'x-socket-id';

/** Event `files.changed`: what to look at anew. Small and repeatable; it never carries more than this. */
export const filesChanged = z.object({
  /** Folders whose listing has changed, a hundred at the most; null is the top of the account. */
  containers: z.array(id.nullable()),
  /** Items that are new or different, where they are few. */
  items: z.array(item.shape.data),
  /** Items that have left their folder, where they are few. */
  removed: z.array(id),
  trash: z.boolean(),
  favourites: z.boolean(),
  /** Folders were made, renamed, moved or deleted. */
  tree: z.boolean(),
  storage: z.boolean(),
  /** More folders have changed than are named: whatever is shown is to be looked up anew. */
  everything: z.literal(true).optional(),
});
export type FilesChanged = z.output<typeof filesChanged>;

export const authorizeChannel = endpoint({
  ...itemEndpoints.authorizeChannel,
  frees: true,
  /** Channels of a person need them to be signed in, those of a link need the link to be open. */
  access: 'public',
  tag: 'Realtime',
  summary: 'Signs a subscription to a private channel (Pusher protocol).',
  /**
   * A link's is asked for as `private-share.{token}` always. Where another service tells, what is signed is the link's
   * `channel`: that service is not told the token.
   */
  body: z.strictObject({ socket_id: socketId, channel_name: z.string().max(200) }),
  bodyKind: 'json',
  answers: {
    200: z.object({
      auth: z.string(),
      channel_data: z.string().optional(),
      /**
       * With a service other than the server: the data that a connection signs in there with, so that it can be
       * ended with the session or the link that it is of.
       */
      user: z.object({ auth: z.string(), user_data: z.string() }).optional(),
    }),
  },
  errors: ['session.required', 'channel.forbidden'],
});

/** The part of the endpoint table that stands here. */
export const realtimeTable = { authorizeChannel };
