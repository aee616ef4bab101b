import { useText } from '#shared/i18n/use-text.ts';
import { keySymbols } from '#shared/lib/shortcut.ts';

/** The keys of the spotlight, at its foot. */
export const SpotlightKeys = () => {
  const t = useText();
  const keys = [
    ['move', [...keySymbols('ArrowUp'), ...keySymbols('ArrowDown')]],
    ['open', keySymbols('Enter')],
    ['show', keySymbols('Mod+Enter')],
    ['shortcuts', keySymbols('Mod+/')],
  ] as const;
  return (
    <div className="spotlight-keys" aria-hidden="true">
      {keys.map(([name, pressed]) => (
        <span key={name} data-key={name}>
          {pressed.map((key) => (
            <kbd key={key} className="key">
              {key}
            </kbd>
          ))}
          {t(`spotlight.key.${name}`)}
        </span>
      ))}
    </div>
  );
};
