import '#shared/ui/window-dialog.css';
import './editor.css';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { useStore } from '#shared/lib/store.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { Modal } from '#shared/ui/modal.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { previewSetting } from '../editor-settings.store.ts';
import { EditorBanner } from './editor-banner.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorText } from './editor-text.tsx';
import { UnsavedPopup } from './unsaved.popup.tsx';
import { useEditSession, type EditSessionOptions } from './use-edit-session.ts';

interface EditorProps extends EditSessionOptions {
  /** Draws the text as it reads; undefined where that is no different. */
  readonly preview: ((text: string) => ReactNode) | undefined;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Says why there is no text to edit, with a way out. */
const EditorNotice = ({ text, action }: { readonly text: string; readonly action: ReactNode }) => (
  <div className="editor-notice" role="status">
    <p>{text}</p>
    {action}
  </div>
);

/** Edits a text over a listing. */
export const Editor = ({ preview, onDownload, onClose, ...options }: EditorProps) => {
  const t = useText();
  const titleId = useId();
  const { session, view } = useEditSession(options);
  const { status, isDirty } = useStore(session.state);
  const { name, category } = options.item.attributes;
  const [isAsking, setAsking] = useState(false);
  const [text, setText] = useState('');
  const hasRoom = useMedia(media.popup);
  const isOpen = useStore(previewSetting) === 'open';
  /** Without room beside the text the preview stands in its place, once it is asked for. */
  const [isInPlace, setInPlace] = useState(false);
  const isPreviewed = preview !== undefined && (hasRoom ? isOpen : isInPlace);
  const closeButton = useRef<HTMLButtonElement>(null);

  const leave = (): void => {
    if (isDirty) setAsking(true);
    else onClose();
  };
  const save = async (): Promise<boolean> => {
    const isSaved = await session.save();
    if (!isSaved) view.get()?.focus();
    return isSaved;
  };
  const togglePreview = (): void => {
    if (hasRoom) previewSetting.set(isOpen ? 'closed' : 'open');
    else setInPlace(!isInPlace);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    if (isDirty) void save();
  };
  return (
    <Modal className="window-dialog editor" aria-labelledby={titleId} onClose={leave} {...{ onKeyDown }}>
      <div className="window-body">
        <EditorHeader
          {...{ session, name, titleId, closeButton }}
          isPreviewed={preview && isPreviewed}
          onPreview={togglePreview}
          onFind={() => view.get()?.find()}
          onSave={() => void save()}
          onClose={leave}
        />
        {status === 'ready' && <EditorBanner session={session} />}
        {status === 'loading' && (
          <div className="editor-notice" role="status">
            <Spinner />
            <span className="visually-hidden">{t('editor.loading')}</span>
          </div>
        )}
        {status === 'failed' && (
          <EditorNotice
            text={t('editor.failed')}
            action={<Button onClick={() => void session.start()}>{t('actions.try_again')}</Button>}
          />
        )}
        {status === 'refused' && (
          <EditorNotice
            text={t('editor.refused')}
            action={<Button onClick={onDownload}>{t('files.download')}</Button>}
          />
        )}
        {status === 'ready' && (
          <div className="editor-columns" data-preview={isPreviewed || undefined}>
            <EditorText
              {...{ session, view, name }}
              isProse={preview !== undefined || fileKind(name, category) === 'text'}
              onText={preview && setText}
              onLeave={() => closeButton.current?.focus()}
            />
            {isPreviewed && (
              <section className="editor-preview" aria-label={t('editor.preview')}>
                {preview(text)}
              </section>
            )}
          </div>
        )}
        {isAsking && (
          <UnsavedPopup
            {...{ name }}
            onSave={() => {
              setAsking(false);
              void save().then((isSaved) => isSaved && onClose());
            }}
            onDiscard={() => void session.end(false).then(onClose)}
            onClose={() => setAsking(false)}
          />
        )}
      </div>
    </Modal>
  );
};
