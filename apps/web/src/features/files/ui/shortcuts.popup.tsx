import './shortcuts.popup.css';
import '#shared/ui/key.css';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { deleteKey } from '#shared/lib/delete-key.ts';
import { keySigns } from '#shared/lib/shortcut.ts';
import { Popup } from '#shared/ui/popup.tsx';

/** Each with the presses that do it. */
const shortcuts: readonly (readonly [text: TextKey, presses: readonly string[]])[] = [
  ['shortcuts.move', ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']],
  ['shortcuts.page', ['PageUp', 'PageDown']],
  ['shortcuts.first', ['Home', 'End']],
  ['shortcuts.extend', ['Shift+ArrowDown']],
  ['shortcuts.only_focus', ['Mod+ArrowDown']],
  ['shortcuts.toggle', ['Space']],
  ['shortcuts.all', ['Mod+A']],
  ['shortcuts.open', ['Enter']],
  ['shortcuts.parent', ['Backspace', 'Alt+ArrowUp']],
  ['shortcuts.menu', ['Shift+F10']],
  ['shortcuts.rename', ['F2']],
  ['shortcuts.copy', ['Mod+X']],
  ['shortcuts.paste', ['Mod+V']],
  ['shortcuts.download', ['Mod+S']],
  ['shortcuts.details', ['Alt+Enter']],
  ['shortcuts.delete', [deleteKey]],
  ['shortcuts.erase', [`Shift+${deleteKey}`]],
  ['shortcuts.undo', ['Mod+Z']],
  ['shortcuts.search', ['Mod+K']],
  ['shortcuts.escape', ['Escape']],
  ['shortcuts.sheet', ['Mod+/']],
];

/** The keys of a listing. */
export const ShortcutsPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  return (
    <Popup title={t('shortcuts.title')} onClose={onClose}>
      <dl className="shortcuts popup-content">
        {[...shortcuts, ['shortcuts.type', [t('shortcuts.type.key')]] as const].map(([text, presses]) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>
              {presses.map((press) => (
                <span key={press}>
                  {keySigns(press).map((key) => (
                    <kbd key={key} className="key">
                      {key}
                    </kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Popup>
  );
};
