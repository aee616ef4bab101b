import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore, type Store } from '#shared/lib/store.ts';
import { createCodeView, type CodeView } from '../code-view.ts';
import type { EditSession } from '../edit-session.ts';
import { wrapSetting } from '../editor-settings.store.ts';

interface EditorTextProps {
  readonly session: EditSession;
  readonly view: Store<CodeView | undefined>;
  readonly name: string;
  readonly isProse: boolean;
  /** Learns of each text, typed or not. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Called for Escape, where nothing in the text has a use for it. */
  readonly onLeave: () => void;
}

/** The text itself. */
export const EditorText = ({ session, view, name, isProse, onText, onLeave }: EditorTextProps) => {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const { shown, saved } = useStore(session.state);
  const wraps = useStore(wrapSetting) === 'on';
  const label = t('editor.text_of', { name });
  const create = useEffectEvent((parent: HTMLElement) =>
    createCodeView({
      parent,
      name,
      label,
      isProse,
      wraps,
      onLeave,
      onEdit: () => {
        session.edited();
        onText?.(view.get()?.text() ?? '');
      },
    }),
  );
  useEffect(() => {
    if (!host.current) return undefined;
    const made = create(host.current);
    view.set(made);
    // Its text can still be read afterwards, to be stored.
    return () => made.destroy();
  }, [view]);
  const tell = useEffectEvent((text: string) => onText?.(text));
  useEffect(() => {
    view.get()?.show(shown.text, shown.lineEnd === 'mixed');
    tell(shown.text);
  }, [view, shown]);
  useEffect(() => view.get()?.compare(saved), [view, saved]);
  useEffect(() => view.get()?.setWraps(wraps), [view, wraps]);
  useEffect(() => view.get()?.focus(), [view]);
  return <div ref={host} className="editor-text" dir="ltr" />;
};
