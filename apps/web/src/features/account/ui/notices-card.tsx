import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { useOwnSetting } from '../use-own-setting.ts';

/** Selects the events that the user is mailed about. */
export const NoticesCard = () => {
  const t = useText();
  const areMailsSent = useConfig(({ mails }) => mails);
  const { value, change, onBlur, state, error } = useOwnSetting('mail_guest_changes');
  return (
    <Card>
      <CardRow
        label={t('profile.mail_guest_changes')}
        help={t(areMailsSent ? 'profile.mail_guest_changes_help' : 'mails.off')}
        error={error}
        status={<SaveStatus state={state} />}
      >
        {(field) => (
          <Switch {...field} disabled={!areMailsSent} checked={value} onSwitch={change} onBlur={onBlur} />
        )}
      </CardRow>
    </Card>
  );
};
