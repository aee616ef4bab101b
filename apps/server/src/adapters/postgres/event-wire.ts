import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type AppEvent, type FilesEvent, filesEvent } from '#ports/events.ts';

/** PostgreSQL takes less than 8000 bytes with a notification. */
const mostBytes = 7_900;
/** Upper bound of ids that may fit, so that a hundred thousand ids are not serialised only to be dropped. */
const mostIds = 200;

const text = z.string();
/** Always there, though JSON leaves it out. */
const origin = text.optional().transform((socketId) => socketId);
const ids = z.array(text);
const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('files'),
    ownerId: text,
    origin,
    containers: z.array(text.nullable()),
    itemIds: ids,
    removedIds: ids,
    trash: z.boolean(),
    favourites: z.boolean(),
    tree: z.boolean(),
    storage: z.boolean(),
    everything: z.boolean(),
  }),
  z.object({ kind: z.literal('session-ended'), session: text }),
  z.object({ kind: z.literal('session-renewed'), session: text, renewed: text }),
  z.object({ kind: z.literal('settings-changed') }),
  z.object({ kind: z.literal('account-changed'), userId: text, origin }),
  z.object({ kind: z.literal('link-changed'), linkId: text }),
  z.object({ kind: z.literal('events-missed') }),
]);
const envelope = z.object({ from: text, event: z.unknown() });

type Told = z.output<typeof schema>;

/** Tells whether an event is sent to other nodes. */
export const isForOthers = (event: AppEvent): event is Exclude<AppEvent, { kind: 'file-stored' }> =>
  event.kind !== 'file-stored';

const isTooLong = ({ containers, itemIds, removedIds }: FilesEvent): boolean =>
  containers.length + itemIds.length + removedIds.length > mostIds;

/** The identity of a node that sends events, and the secret by which others recognise it. */
export interface EventSender {
  /** Names this process, which ignores its own messages. */
  readonly from: string;
  /** A secret of the installation: every client of the database can listen on the channel, and could send to it. */
  readonly key: string;
}

/** Characters of the proof that stands before each text, 128 bits. */
const proofLength = 22;
const proofOf = (key: string, signedText: string): string =>
  createHmac('sha256', key).update(signedText).digest('base64url').slice(0, proofLength);

const write = ({ from, key }: EventSender, event: AppEvent): string => {
  const signedText = JSON.stringify({ from, event });
  return proofOf(key, signedText) + signedText;
};

/**
 * Serialises an event for other nodes. An event that lists more than fits says instead that everything may have
 * changed.
 */
export const writeEvent = (sender: EventSender, event: AppEvent): string => {
  if (event.kind !== 'files') return write(sender, event);
  const whole = isTooLong(event) ? undefined : write(sender, event);
  if (whole !== undefined && Buffer.byteLength(whole) <= mostBytes) return whole;
  return write(sender, {
    ...filesEvent({ ownerId: event.ownerId, origin: event.origin, everything: true }),
    trash: event.trash,
    favourites: event.favourites,
    tree: event.tree,
    storage: event.storage,
  });
};

/** A message of another node. */
export interface ReceivedEvent {
  readonly from: string;
  /** Undefined: of a kind, or in a form, that this version does not know. */
  readonly event: Told | undefined;
}

const readJson = (message: string): unknown => {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
};

/** Returns the message where its signature is valid. */
const verifiedText = (message: string, key: string): string | undefined => {
  const signedText = message.slice(proofLength);
  const [given, right] = [Buffer.from(message.slice(0, proofLength)), Buffer.from(proofOf(key, signedText))];
  return given.length === right.length && timingSafeEqual(given, right) ? signedText : undefined;
};

/** @returns undefined where it is nothing that a node of this installation says */
export const readEvent = (message: string, key: string): ReceivedEvent | undefined => {
  const signedText = verifiedText(message, key);
  if (signedText === undefined) return undefined;
  const read = envelope.safeParse(readJson(signedText));
  if (!read.success) return undefined;
  return { from: read.data.from, event: schema.safeParse(read.data.event).data };
};
