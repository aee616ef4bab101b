import type { Item } from '@holdall/contract/files';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#shared/api/client.ts';
import { treeKey } from '#shared/api/query-keys.ts';
import { openCreateFolderAlert } from '#shared/i18n/error-alert.ts';
import { text, type TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import { media } from '#shared/lib/use-media.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { explainRestriction } from '#shared/session/explain-restriction.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { TextField } from '#shared/ui/text-field.tsx';

interface InlineFolderFormProps {
  readonly parentId: string | null;
  readonly parentName: string;
  readonly onCreated: (folder: Item['data']) => void;
  readonly onClose: () => void;
}

interface InlineFolder {
  readonly name: string;
  /** Null is the top of the account. */
  readonly parentId: string | null;
}

/** Creates a folder by its name alone, to move things into it; every failure is an alert (specification section 8). */
const useInlineFolder = (onCreated: (folder: Item['data']) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, parentId }: InlineFolder) =>
      (await call(itemEndpoints.createFolder, { body: { name, parent_id: parentId } })).data,
    onSuccess: async (folder) => {
      announce(text('new_folder.created', { name: folder.attributes.name }));
      await client.invalidateQueries({ queryKey: treeKey });
      onCreated(folder);
    },
    onError: async (error) => {
      if (!(await explainRestriction(client, error))) openCreateFolderAlert(error);
    },
  });
};

/** A new folder, made on the way of moving something. */
export const InlineFolderForm = ({ parentId, parentName, onCreated, onClose }: InlineFolderFormProps) => {
  const t = useText();
  const [name, setName] = useState(t('new_folder.title'));
  const [fault, setFault] = useState<TextKey>();
  const field = useRef<HTMLInputElement>(null);
  const create = useInlineFolder(onCreated);
  useEffect(() => {
    if (!matchMedia(media.autofocus).matches) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <form
      className="inline-folder"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = name.trim();
        const found = nameFault(wanted);
        setFault(found);
        if (found) field.current?.focus();
        else create.mutate({ name: wanted, parentId });
      }}
    >
      <TextField
        ref={field}
        label={t('move.new_folder_in', { folder: parentName })}
        value={name}
        autoComplete="off"
        error={fault && t(fault)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // One layer at a time: the popup stays.
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" busy={create.isPending}>
        {t('new_folder.submit')}
      </Button>
    </form>
  );
};
