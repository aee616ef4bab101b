import { Laptop, Smartphone } from 'lucide-react';
import type { Device } from '@holdall/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { deviceName, isPhone } from '#shared/lib/device-name.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { useEndSessions } from '../account.mutations.ts';
import { devicesQuery } from '../account.queries.ts';
import { CardSkeleton } from './card-skeleton.tsx';

interface DeviceItemProps {
  readonly device: Device;
  /** @param title names the pending action */
  readonly onEnd: (id: string, title: string) => void;
}

const DeviceItem = ({ device: { id, attributes }, onEnd }: DeviceItemProps) => {
  const t = useText();
  const { user_agent: agent, address, current, last_seen_at: seen, created_at: created } = attributes;
  const name = deviceName(agent);
  const ending = t('account.devices.end_named', { name, address });
  return (
    <li className="card-item">
      {isPhone(agent) ? <Smartphone /> : <Laptop />}
      <div className="card-item-text">
        <b>{name}</b> {current && <Tag tone="success">{t('account.devices.current')}</Tag>}
        <p className="numeric">
          {[
            address,
            current ? undefined : t('account.devices.seen', { date: formatShortDate(seen) }),
            t('account.devices.since', { date: formatShortDate(created) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!current && (
        <Button size="small" aria-label={ending} onClick={() => onEnd(id, ending)}>
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  );
};

interface EndSessionsPopupProps {
  /** Id of the session to end; undefined ends all but this one. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly onClose: () => void;
}

/**
 * Signs other devices out. The password is required, so that a person who finds an unlocked device cannot lock its
 * owner out.
 */
const EndSessionsPopup = ({ id, title, text, action, onClose }: EndSessionsPopupProps) => {
  const end = useEndSessions();
  return (
    <ConfirmPasswordPopup
      danger
      title={title}
      {...(text !== undefined && { text })}
      action={action}
      busy={end.isPending}
      error={end.error}
      onConfirm={(password) => end.mutate({ id, current_password: password }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
};

/** Lists the user's sessions. One or all others can be signed out. */
export const DevicesCard = () => {
  const t = useText();
  const { data: devices, isError, isFetching, refetch } = useQuery(devicesQuery);
  /** The sessions about to end: all others, or one. */
  const [asked, setAsked] = useState<'others' | { readonly id: string; readonly title: string }>();
  const others = devices?.filter(({ attributes }) => !attributes.current).length ?? 0;
  const close = (): void => setAsked(undefined);
  return (
    <Card
      title={t('account.devices.title')}
      end={
        others > 0 && (
          <Button size="small" look="danger-text" onClick={() => setAsked('others')}>
            {t('account.devices.end_others')}
          </Button>
        )
      }
    >
      {devices ? (
        <ul className="card-list" aria-label={t('account.devices.title')}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} onEnd={(id, title) => setAsked({ id, title })} />
          ))}
        </ul>
      ) : (
        <Unloaded {...{ isError, isFetching, refetch }}>
          <CardSkeleton />
        </Unloaded>
      )}
      {asked === 'others' && (
        <EndSessionsPopup
          title={t('account.devices.end_others_title')}
          text={t('account.devices.end_others_text', { count: others })}
          action={t('account.devices.end_others')}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && (
        <EndSessionsPopup {...asked} action={t('account.devices.end')} onClose={close} />
      )}
    </Card>
  );
};
