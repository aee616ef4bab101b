import type { SentBodyOf } from '@holdall/contract/endpoint';
import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { sharingCall } from '#shared/api/sharing.calls.ts';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { keepLink, noteEnd } from './sharing.queries.ts';

/** A link that is being changed. */
export interface ChangedLink {
  readonly link: Share;
  /** The server has it so now. */
  readonly onChanged: (link: Share) => void;
}

interface LinkSetting<Value> {
  readonly name: 'name' | 'permission' | 'expiration' | 'download_limit';
  readonly value: Value;
  readonly bodyOf: (value: Value) => SentBodyOf<Endpoints['updateShare']>;
  /** Whether an empty value is saved, too; true unless given. */
  readonly forced?: boolean;
  /** Milliseconds between a change and its saving, where that is not the usual. */
  readonly delay?: number;
}

/** Something that a link allows, which saves itself. */
export const useLinkSetting = <Value>(
  { link, onChanged }: ChangedLink,
  { name, value, bodyOf, forced = true, delay }: LinkSetting<Value>,
): SavedField<Value> => {
  const client = useQueryClient();
  const { token } = link.data.attributes;
  return useAutosave<Value>({
    name: `link.${token}.${name}`,
    value,
    forced,
    delay,
    save: async (wanted) => {
      try {
        const kept = await sharingCall('updateShare', {
          params: { token },
          body: bodyOf(wanted),
          keepalive: true,
        });
        await keepLink(client, kept);
        onChanged(kept);
      } catch (error) {
        // There is nothing to be saved any more.
        if (!noteEnd(client, token, error)) throw error;
      }
    },
  });
};
