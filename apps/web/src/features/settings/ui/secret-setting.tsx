import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import '#shared/ui/row-form.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { setCachedSetting } from '../settings.queries.ts';
import { SettingRow } from './setting-row.tsx';
import type { SettingProps } from './setting-fields.tsx';

type SecretSettingProps = SettingProps & {
  /** Text where a secret is stored. */
  readonly state?: string;
};

/** Placeholder for the hidden secret. */
const mask = '••••••••';

/** A stable ref callback: a new one on each render would be called again and steal the focus. */
const focus = (input: HTMLInputElement | null): void => input?.focus();

/** Setting of a secret, which is never shown; buttons replace or remove it. */
export const SecretSetting = ({ tab, name, label, help, state }: SecretSettingProps) => {
  const t = useText();
  const client = useQueryClient();
  const [written, setWritten] = useState<string>();
  const { group, settings } = tab;
  const isSet = settings.data.attributes[name] === true;
  const save = useMutation({
    mutationFn: (value: string) =>
      administer(adminEndpoints.updateSetting, { params: { group }, body: { name, value } }),
    onSuccess: ({ value }) => {
      setCachedSetting(client, group, { name, value });
      setWritten(undefined);
    },
  });
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (written) save.mutate(written);
  };
  const field = {
    state: {
      phase: save.isSuccess && written === undefined ? 'saved' : 'idle',
      saves: save.submittedAt,
      tries: 0,
    },
    error: save.isError ? fieldFault(save.error, name) : undefined,
    isLocked: settings.meta.locked.includes(name),
  } as const;
  return (
    <SettingRow {...{ label, field }} {...(help && { help })}>
      {(ids) =>
        written === undefined ? (
          <>
            {isSet && (
              <span>
                <span className="secret-mask" aria-hidden="true">
                  {mask}
                </span>{' '}
                {state ?? t('settings.secret_state')}
              </span>
            )}
            <Button
              id={`${ids.id}-begin`}
              aria-labelledby={`${ids.id}-begin ${ids['aria-labelledby']}`}
              disabled={field.isLocked}
              onClick={() => setWritten('')}
            >
              {t(isSet ? 'settings.secret_replace' : 'settings.secret_set')}
            </Button>
            {isSet && !field.isLocked && (
              <Button look="ghost" busy={save.isPending} onClick={() => save.mutate('')}>
                {t('settings.secret_clear')}
              </Button>
            )}
          </>
        ) : (
          <form className="row-form" onSubmit={onSubmit}>
            <TextInput
              {...ids}
              ref={focus}
              type="password"
              autoComplete="off"
              maxLength={500}
              value={written}
              onChange={({ currentTarget }) => setWritten(currentTarget.value)}
            />
            <Button type="submit" look="primary" disabled={written === ''} busy={save.isPending}>
              {t('settings.secret_save')}
            </Button>
            <Button
              look="ghost"
              disabled={save.isPending}
              onClick={() => {
                setWritten(undefined);
                save.reset();
              }}
            >
              {t('settings.secret_cancel')}
            </Button>
          </form>
        )
      }
    </SettingRow>
  );
};
