import { useState } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { endFields, never } from '../link-end.ts';
import { readLimit } from '../read-limit.ts';
import { useLinkSetting, type ChangedLink } from '../use-link-setting.ts';
import { ExpirationOption } from './expiration-option.tsx';
import { LimitOption } from './limit-option.tsx';
import { PermissionCards, type PermissionCardsProps } from './permission-cards.tsx';

/** Setting of a link's permissions. */
export const LinkPermission = ({ of, ...changed }: ChangedLink & Pick<PermissionCardsProps, 'of'>) => {
  const { permission } = changed.link.data.attributes;
  const saved = useLinkSetting(changed, {
    name: 'permission',
    value: permission,
    bodyOf: (value) => ({ permission: value }),
  });
  return (
    <>
      <PermissionCards {...{ of }} value={saved.value} onChoose={saved.change} />
      {saved.error && <FormProblem>{saved.error}</FormProblem>}
    </>
  );
};

/** Setting of a link's expiration: hours from now, or a date and time. */
export const LinkExpiration = (changed: ChangedLink) => {
  const t = useText();
  const { expires_at: end, expiration } = changed.link.data.attributes;
  const saved = useLinkSetting(changed, {
    name: 'expiration',
    value: end === null ? never : String(expiration ?? end),
    bodyOf: endFields,
  });
  const isOn = saved.value !== never;
  const ended = end ?? undefined;
  const text = isOn && ended !== undefined ? t('share.stops', { date: formatLongDate(ended) }) : undefined;
  return (
    <ExpirationOption
      end={saved.value}
      text={text ?? t(isOn ? 'share.expiration_on' : 'share.expiration_off')}
      error={saved.error}
      status={<SaveStatus state={saved.state} />}
      onChange={(next) => {
        if (next !== undefined) saved.change(next);
      }}
    />
  );
};

/** Milliseconds that typing pauses before a limit is saved, since an incomplete number would lock guests out. */
const typingFor = 800;

/** Default limit, above the downloads so far. */
const firstLimit = (downloads: number): number => Math.max(10, Math.ceil((downloads + 1) / 10) * 10);

/** Setting of a link's download limit, with the downloads so far. */
export const LinkLimit = (changed: ChangedLink) => {
  const t = useText();
  const { download_limit: limit, downloads } = changed.link.data.attributes;
  const [typed, setTyped] = useState<string>();
  const saved = useLinkSetting(changed, {
    name: 'download_limit',
    value: limit === null ? '' : String(limit),
    bodyOf: (value) => ({ download_limit: readLimit(value) ?? null }),
    delay: typingFor,
  });
  const isOn = saved.value !== '';
  const isWrong = typed !== undefined && readLimit(typed) === undefined;
  return (
    <LimitOption
      value={isOn ? (typed ?? saved.value) : undefined}
      text={
        isOn
          ? t(Number(saved.value) > downloads ? 'share.limit_used' : 'share.limit_over', {
              count: downloads,
              limit: Number(saved.value).toLocaleString(currentLocale()),
            })
          : t('share.limit_off')
      }
      error={isWrong ? t('share.limit_wrong') : saved.error}
      status={<SaveStatus state={saved.state} />}
      onSwitch={(on) => {
        setTyped(undefined);
        saved.change(on ? String(firstLimit(downloads)) : '');
        saved.onBlur();
      }}
      onChange={(next) => {
        setTyped(next);
        const number = readLimit(next);
        if (number !== undefined) saved.change(String(number));
      }}
      onBlur={() => {
        setTyped(undefined);
        saved.onBlur();
      }}
    />
  );
};
