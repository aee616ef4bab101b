import './shortcuts.popup.css';
import '#shared/ui/key.css';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { copyKey } from '#shared/lib/copy-key.ts';
import { deleteKey } from '#shared/lib/delete-key.ts';
import { keySymbols } from '#shared/lib/shortcut.ts';
import { editing, hasPermission, type Permission } from '#shared/session/permission.ts';
import { Popup } from '#shared/ui/popup.tsx';

/** Each shortcut with its keys and the permission that it needs. */
const shortcuts: readonly (readonly [
  text: TextKey,
  presses: readonly string[],
  permitted?: Permission | readonly Permission[],
])[] = [
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
  ['shortcuts.rename', ['F2'], editing],
  ['shortcuts.cut', ['Mod+X'], editing],
  ['shortcuts.copy', ['Mod+C'], editing],
  ['shortcuts.paste', ['Mod+V'], editing],
  ['shortcuts.drag_copy', [copyKey], editing],
  ['shortcuts.download', ['Mod+S']],
  ['shortcuts.details', ['Alt+Enter']],
  ['shortcuts.delete', [deleteKey], editing],
  ['shortcuts.erase', [`Shift+${deleteKey}`], 'master'],
  ['shortcuts.undo', ['Mod+Z'], editing],
  ['shortcuts.search', ['Mod+K']],
  ['shortcuts.escape', ['Escape']],
  ['shortcuts.sheet', ['Mod+/']],
];

/** The keyboard shortcuts of a listing. */
export const ShortcutsPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const possible = shortcuts.filter(([, , permitted]) => permitted === undefined || hasPermission(permitted));
  return (
    <Popup title={t('shortcuts.title')} onClose={onClose}>
      <dl className="shortcuts popup-content">
        {[...possible, ['shortcuts.type', [t('shortcuts.type.key')]] as const].map(([text, presses]) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>
              {presses.map((press) => (
                <span key={press}>
                  {keySymbols(press).map((key) => (
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
