import './shortcuts.popup.css';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';

type Keys = readonly string[];

/** Each with the ways to press it; keys of one press are joined by a space. */
const shortcuts: readonly (readonly [text: TextKey, ways: Keys])[] = [
  ['shortcuts.move', ['↑', '↓', '←', '→']],
  ['shortcuts.page', ['PgUp', 'PgDn']],
  ['shortcuts.first', ['Home', 'End']],
  ['shortcuts.extend', ['Shift ↓']],
  ['shortcuts.only_focus', ['Ctrl ↓']],
  ['shortcuts.toggle', ['Space']],
  ['shortcuts.all', ['Ctrl A']],
  ['shortcuts.open', ['Enter']],
  ['shortcuts.parent', ['Backspace', 'Alt ↑']],
  ['shortcuts.menu', ['Shift F10']],
  ['shortcuts.rename', ['F2']],
  ['shortcuts.copy', ['Ctrl X']],
  ['shortcuts.paste', ['Ctrl V']],
  ['shortcuts.download', ['Ctrl S']],
  ['shortcuts.details', ['Alt Enter']],
  ['shortcuts.delete', ['Del']],
  ['shortcuts.erase', ['Shift Del']],
  ['shortcuts.undo', ['Ctrl Z']],
  ['shortcuts.search', ['Ctrl K']],
  ['shortcuts.escape', ['Esc']],
  ['shortcuts.sheet', ['Ctrl /']],
];

/** The keys of a listing. */
export const ShortcutsPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  return (
    <Popup title={t('shortcuts.title')} onClose={onClose}>
      <dl className="shortcuts popup-content">
        {[...shortcuts, ['shortcuts.type', [t('shortcuts.type.key')]] as const].map(([text, ways]) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>
              {ways.map((way) => (
                <span key={way}>
                  {way.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
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
