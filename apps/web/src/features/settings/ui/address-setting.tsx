import '#shared/ui/row-form.css';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { isOriginAlone } from '@holdall/contract/patterns';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useKeptDraft } from '#shared/autosave/kept-draft.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { loopbackHostOf } from '#shared/lib/loopback.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { setCachedSetting } from '../settings.queries.ts';
import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import { asText, type TabSettings } from '../use-setting.ts';
import { Done } from './done.tsx';
import { SettingRow } from './setting-row.tsx';

const name = 'url';
const idle = { phase: 'idle', saves: 0, tries: 0 } as const;

/** Returns the server's objection, in the page's language where its code has a text. */
const faultOf = (error: Error): string =>
  error instanceof ApiError && error.code === 'request.invalid'
    ? (error.errors[name]?.[0] ?? errorText(error))
    : errorText(error);

/** Without a public address the server uses the one that the page was opened at. */
const schemeOf = (address: string): string | undefined =>
  URL.parse(address === '' ? location.origin : address)?.protocol;

/** Sessions of http and https are separate, so a change of scheme ends them. */
const switchesScheme = (saved: string, written: string): boolean =>
  (written === '' || isOriginAlone(written)) && schemeOf(written) !== schemeOf(saved);

/** Setting of the public address. A button saves it, since half an address would be a wrong one. */
export const AddressSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const client = useQueryClient();
  const { group, settings } = tab;
  const host = useConfig((config) => config.host);
  const saved = asText(settings.data.attributes[name]);
  const { draft, change, discard } = useKeptDraft(
    'address',
    { written: saved },
    (some) => some.written.trim() !== saved,
  );
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<string>();
  const written = draft.written.trim();
  const isChanged = written !== saved;
  /** The buttons disappear after use, so their focus moves to the field. */
  const giveUp = (): void => {
    const { current: field } = input;
    if (field?.form?.contains(document.activeElement)) field.focus();
    discard();
  };
  const save = useMutation({
    mutationFn: () =>
      administer(adminEndpoints.updateSetting, { params: { group }, body: { name, value: written } }),
    onSuccess: ({ value }) => {
      setCachedSetting(client, group, { name, value });
      giveUp();
    },
  });
  const forget = (): void => {
    setFound(undefined);
    save.reset();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    const isWrong = written !== '' && !isOriginAlone(written);
    setFound(isWrong ? t('checks.address_alone') : undefined);
    if (!isWrong) save.mutate();
  };
  const field = {
    state: idle,
    error: save.error ? faultOf(save.error) : undefined,
    isLocked: settings.meta.locked.includes(name),
  };
  const localHost = loopbackHostOf(written);
  return (
    <SettingRow
      {...environmentLabels('address')}
      field={field}
      fault={found}
      below={
        <>
          {localHost !== undefined && (
            <p className="setting-note">{t('environment.address_local', { host: localHost })}</p>
          )}
          {switchesScheme(saved, written) && (
            <p className="setting-note">{t('environment.address_scheme')}</p>
          )}
        </>
      }
    >
      {(ids) => (
        <form className="row-form" noValidate onSubmit={onSubmit}>
          <TextInput
            {...ids}
            ref={input}
            value={draft.written}
            disabled={field.isLocked}
            readOnly={save.isPending}
            placeholder={host}
            inputMode="url"
            maxLength={320}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => {
              forget();
              change({ written: value });
            }}
          />
          {isChanged && (
            <>
              <Button type="submit" look="primary" busy={save.isPending}>
                {t('environment.storage_save')}
              </Button>
              <Button
                look="ghost"
                onClick={() => {
                  if (save.isPending) return;
                  forget();
                  giveUp();
                }}
              >
                {t('environment.storage_discard')}
              </Button>
            </>
          )}
          <Done>{save.isSuccess && !isChanged && t('environment.address_saved')}</Done>
        </form>
      )}
    </SettingRow>
  );
};
