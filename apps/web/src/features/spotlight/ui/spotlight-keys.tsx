import { useText } from '#shared/i18n/use-text.ts';
import { isApple } from '../control-key.ts';

/** The keys of the spotlight, at its foot. */
export const SpotlightKeys = () => {
  const t = useText();
  const control = isApple ? '⌘' : t('spotlight.control_key');
  const enter = t('spotlight.enter_key');
  const keys = [
    ['move', ['↑', '↓']],
    ['open', [enter]],
    ['show', [control, enter]],
    ['shortcuts', [control, '/']],
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
