import type { SentBodyOf } from '@holdall/contract/endpoint';
import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { sharingCall } from '#shared/api/sharing.calls.ts';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { keepLink } from './sharing.queries.ts';

/** A link that is being changed. */
export interface ChangedLink {
  readonly link: Share;
  /** The server has it so now. */
  readonly onChanged: (link: Share) => void;
}

interface LinkSetting<Value> {
  readonly name: 'permission' | 'expiration' | 'download_limit';
  readonly value: Value;
  readonly bodyOf: (value: Value) => SentBodyOf<Endpoints['updateShare']>;
}

/** Something that a link allows, which saves itself. */
export const useLinkSetting = <Value>(
  { link, onChanged }: ChangedLink,
  { name, value, bodyOf }: LinkSetting<Value>,
): SavedField<Value> => {
  const client = useQueryClient();
  const { token } = link.data.attributes;
  return useAutosave<Value>({
    name: `link.${token}.${name}`,
    value,
    forced: true,
    save: async (wanted) => {
      const kept = await sharingCall('updateShare', {
        params: { token },
        body: bodyOf(wanted),
        keepalive: true,
      });
      keepLink(client, kept);
      onChanged(kept);
    },
  });
};
