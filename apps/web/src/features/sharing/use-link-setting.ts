import { shareEndpoints } from '@holdall/contract/shares.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { setCachedLink, showEndedLink } from './sharing.queries.ts';

/** A link that is being changed. */
export interface ChangedLink {
  readonly link: Share;
  /** Called with the link that the server has stored. */
  readonly onChanged: (link: Share) => void;
}

interface LinkSetting<Value> {
  readonly name: 'name' | 'label' | 'permission' | 'expiration' | 'download_limit';
  readonly value: Value;
  readonly bodyOf: (value: Value) => SentBodyOf<Endpoints['updateShare']>;
  /** Saves empty values, too; default true. */
  readonly forced?: boolean;
  /** Milliseconds between a change and its save, if not the default. */
  readonly delay?: number;
}

/** Returns a setting of a link that saves itself. */
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
        const kept = await callSignedIn(shareEndpoints.updateShare, {
          params: { token },
          body: bodyOf(wanted),
          keepalive: true,
        });
        await setCachedLink(client, kept);
        onChanged(kept);
      } catch (error) {
        // The link has ended, so there is nothing to save.
        if (!showEndedLink(client, token, error)) throw error;
      }
    },
  });
};
