import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Editor } from '#features/editor/ui/editor.tsx';
import type { Entry } from '#features/files/entry.ts';
import { applyFilesChanged } from '#features/files/cache/realtime.events.ts';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { previewKind } from '#features/preview/preview-kind.ts';
import { MarkdownPreview } from '#features/preview/ui/markdown-preview.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { currentUserId } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { closeEditor, turnEditor } from './preview-address.ts';

interface EditedTextProps {
  readonly id: string;
  readonly onDownload: (entry: Entry) => void;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status);

interface OpenTextProps extends EditedTextProps {
  /** The text was saved as a new file, which is edited from now on. */
  readonly onNewFile: (id: string) => void;
}

const OpenText = ({ id, onDownload, onNewFile }: OpenTextProps) => {
  const client = useQueryClient();
  const { data, error } = useQuery(itemQuery(id));
  const item = data?.data;
  // A file that is open stays so, also where it is deleted or grows: its text must not be taken from who writes it.
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && item && !data.meta.trashed && isEditable(item)) setOpen(true);
  const refusal = isOpen ? null : item ? text('editor.not_text') : error && errorText(error);
  useEffect(() => {
    if (refusal === null) return;
    closeEditor();
    showToast({ type: 'danger', message: refusal });
  }, [refusal]);
  if (!item || refusal !== null) return null;

  const lookUp = async (): Promise<Entry | undefined> => {
    try {
      const { data: now, meta } = await client.query({ ...itemQuery(id), staleTime: 0 });
      return meta.trashed ? undefined : now;
    } catch (failure) {
      if (isMissing(failure)) return undefined;
      throw failure;
    }
  };
  const onSaved = (saved: Entry): void => {
    applyFilesChanged(client, {
      containers: [saved.attributes.parent_id],
      items: [saved],
      removed: [],
      trash: false,
      favourites: false,
      tree: false,
      storage: true,
    });
    if (saved.id === id) return;
    // It lies beside the former one.
    client.setQueryData(itemQuery(saved.id).queryKey, {
      data: saved,
      meta: { ...data.meta, trashed: false },
    });
    onNewFile(saved.id);
  };
  return (
    <Editor
      {...{ item, lookUp, onSaved }}
      owner={currentUserId() ?? linkOf(location.pathname) ?? ''}
      // An empty file has no kind but by its name.
      preview={
        previewKind({ ...item, attributes: { ...item.attributes, size: item.attributes.size || 1 } }) ===
        'markdown'
          ? (written) => <MarkdownPreview text={written} />
          : undefined
      }
      onDownload={() => onDownload(item)}
      onClose={closeEditor}
    />
  );
};

/** `?edit=`: a text in the editor, over the listing. */
export const EditedText = ({ id, onDownload }: EditedTextProps) => {
  // The editor stays as it is when its text becomes a new file: typing goes on meanwhile.
  const [newFile] = useState(() => createStore({ id, openedAs: id }));
  const { id: newId, openedAs } = useStore(newFile);
  const key = newId === id ? openedAs : id;
  const onNewFile = (made: string): void => {
    newFile.set({ id: made, openedAs: key });
    turnEditor(made);
  };
  return <OpenText key={key} {...{ id, onDownload, onNewFile }} />;
};
