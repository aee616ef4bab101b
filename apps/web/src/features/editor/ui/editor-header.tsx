import { Eye, Search, TextWrap, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { EditSession } from '../edit-session.ts';
import { wrapSetting } from '../editor-settings.store.ts';

interface EditorHeaderProps {
  readonly session: EditSession;
  readonly name: string;
  readonly titleId: string;
  /** Takes the focus from the text: there the keyboard leads on to the buttons. */
  readonly closeButton: RefObject<HTMLButtonElement | null>;
  /** True while the preview is shown; undefined for texts that have none. */
  readonly isPreviewed: boolean | undefined;
  readonly onPreview: () => void;
  readonly onFind: () => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The title of the edited file, and the actions on its text. */
export const EditorHeader = ({
  session,
  name,
  titleId,
  closeButton,
  isPreviewed,
  ...on
}: EditorHeaderProps) => {
  const t = useText();
  const { status, isDirty, isSaving, isGone } = useStore(session.state);
  const wraps = useStore(wrapSetting) === 'on';
  const isReady = status === 'ready';
  const progress = isSaving ? 'editor.saving' : isDirty ? 'editor.unsaved' : 'editor.saved';
  return (
    <div className="window-header editor-header">
      <IconButton
        ref={closeButton}
        label={t('editor.close')}
        shortcut="Escape"
        icon={<X />}
        onClick={on.onClose}
      />
      <div className="window-title">
        <h2 id={titleId} aria-label={t('editor.title', { name })}>
          <FileName name={name} />
        </h2>
        {isReady && (
          <span className="editor-status" data-dirty={isDirty || undefined}>
            {t(progress)}
          </span>
        )}
      </div>
      <span className="spacer" />
      {isReady && (
        <>
          <IconButton label={t('editor.find')} shortcut="Mod+F" icon={<Search />} onClick={on.onFind} />
          <IconButton
            className="editor-wrap"
            label={t('editor.wrap')}
            icon={<TextWrap />}
            aria-pressed={wraps}
            onClick={() => wrapSetting.set(wraps ? 'off' : 'on')}
          />
          {isPreviewed !== undefined && (
            <IconButton
              label={t('editor.preview')}
              icon={<Eye />}
              aria-pressed={isPreviewed}
              onClick={on.onPreview}
            />
          )}
          <Button
            look="primary"
            busy={isSaving}
            disabled={!isDirty && !isGone}
            data-tooltip={t(isGone ? 'editor.save_new' : 'editor.save')}
            data-shortcut="Mod+S"
            onClick={on.onSave}
          >
            {t(isGone ? 'editor.save_new' : 'editor.save')}
          </Button>
        </>
      )}
    </div>
  );
};
