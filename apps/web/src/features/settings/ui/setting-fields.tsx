import type { SettingName } from '@holdall/contract/admin-settings';
import { useState, type ReactNode } from 'react';
import { useUnsavableText } from '#shared/autosave/kept-draft.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useResettable } from '#shared/lib/use-resettable.ts';
import { BytesField } from '#shared/ui/bytes-field.tsx';
import { Segmented, type Segment } from '#shared/ui/segmented.tsx';
import { Select, type SelectOption } from '#shared/ui/select.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { asFlag, asNumber, asText, useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

const open = { least: 0, most: Infinity } as const;

export interface SettingProps {
  readonly tab: TabSettings;
  readonly name: SettingName;
  readonly label: string;
  readonly help?: string;
}

type TextSettingProps = SettingProps &
  Pick<TextInputProps, 'maxLength' | 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'> & {
    readonly lines?: number;
    /** An empty value is valid and saved. */
    readonly optional?: boolean;
    /** Returns the error of a value; an invalid value is not sent. */
    readonly check?: (written: string) => string | undefined;
  };

/** Text field of a setting. */
export const TextSetting = ({
  tab,
  name,
  label,
  help,
  lines,
  optional = false,
  check,
  ...input
}: TextSettingProps) => {
  const field = useSetting(tab, name, { read: asText, forced: optional });
  const { unsaved: refused, keep, discard } = useUnsavableText(`setting.${name}`);
  // A value left invalid on an earlier visit shows its error at once.
  const [isLeft, setIsLeft] = useState(refused !== undefined);
  const fault = refused === undefined ? undefined : check?.(refused);
  const shared = {
    value: refused ?? field.value,
    disabled: field.isLocked,
    autoComplete: 'off',
    onBlur: () => {
      setIsLeft(true);
      field.onBlur();
    },
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
      setIsLeft(false);
      if (check?.(value) === undefined) {
        discard();
        field.change(value);
      } else {
        keep(value);
        // An earlier valid value that is still pending is discarded.
        field.change(asText(tab.settings.data.attributes[name]));
      }
    },
  };
  return (
    <SettingRow {...{ label, field }} {...(help && { help })} fault={isLeft ? fault : undefined}>
      {(ids) =>
        lines === undefined ? (
          <TextInput {...ids} {...input} {...shared} />
        ) : (
          <Textarea {...ids} {...shared} maxLength={input.maxLength} rows={lines} />
        )
      }
    </SettingRow>
  );
};

/** Switch of a setting. */
export const SwitchSetting = ({ tab, name, label, help }: SettingProps) => {
  const field = useSetting(tab, name, { read: asFlag });
  return (
    <SettingRow {...{ label, field }} {...(help && { help })}>
      {(ids) => (
        <Switch
          {...ids}
          checked={field.value}
          disabled={field.isLocked}
          onSwitch={field.change}
          onBlur={field.onBlur}
        />
      )}
    </SettingRow>
  );
};

/** Segmented control of a setting. */
export const ChoiceSetting = ({
  tab,
  name,
  label,
  help,
  segments,
}: SettingProps & { readonly segments: readonly Segment<string>[] }) => {
  const field = useSetting(tab, name, { read: asText });
  return (
    <SettingRow {...{ label, field }} {...(help && { help })}>
      <Segmented
        label={label}
        value={field.value}
        disabled={field.isLocked}
        segments={segments}
        onChoose={field.change}
      />
    </SettingRow>
  );
};

/** Select of a setting. */
export const SelectSetting = ({
  tab,
  name,
  label,
  help,
  options,
}: SettingProps & { readonly options: readonly SelectOption[] }) => {
  const field = useSetting(tab, name, { read: asText });
  return (
    <SettingRow {...{ label, field }} {...(help && { help })}>
      {(ids) => (
        <Select
          {...ids}
          options={options}
          value={field.value}
          disabled={field.isLocked}
          onBlur={field.onBlur}
          onChoose={field.change}
        />
      )}
    </SettingRow>
  );
};

type BytesSettingProps = SettingProps & {
  /** Text for 0. */
  readonly none?: string;
  /** Most bytes. */
  readonly most?: number;
};

/** Size field of a setting; `none` is the text for 0. */
export const BytesSetting = ({ tab, name, label, help, none, ...limits }: BytesSettingProps) => {
  const field = useSetting(tab, name, { read: asNumber });
  const [fault, setFault] = useResettable<string>(field.value);
  return (
    <SettingRow {...{ label, field, fault }} {...(help && { help })}>
      {(ids) => (
        <>
          <BytesField
            {...ids}
            {...limits}
            value={field.value}
            disabled={field.isLocked}
            onChange={(bytes, wrong) => {
              setFault(wrong);
              if (bytes !== undefined) field.change(bytes);
            }}
          />
          {none && field.value === 0 && <span className="muted">{none}</span>}
        </>
      )}
    </SettingRow>
  );
};

type NumberSettingProps = SettingProps & {
  /** Unit of the number. */
  readonly unit?: string;
  /** Range of the number and the error outside of it. */
  readonly range?: { readonly least: number; readonly most: number; readonly fault: string };
  /** Shown below the number. */
  readonly below?: ReactNode;
};

/** Whole-number field of a setting. */
export const NumberSetting = ({ tab, name, label, help, unit, range, below }: NumberSettingProps) => {
  const t = useText();
  const field = useSetting(tab, name, { read: asNumber });
  const [wrong, setWrong] = useResettable<string>(field.value);
  return (
    <SettingRow
      {...{ label, field, below }}
      {...(help && { help })}
      fault={wrong === undefined ? undefined : (range?.fault ?? t('settings.number_invalid'))}
    >
      {(ids) => (
        <span className="setting-number">
          <TextInput
            {...ids}
            className="numeric"
            inputMode="numeric"
            autoComplete="off"
            disabled={field.isLocked}
            value={wrong ?? String(field.value)}
            onBlur={field.onBlur}
            onChange={({ currentTarget: { value } }) => {
              const { least, most } = range ?? open;
              const isRight =
                /^\d{1,6}$/.test(value.trim()) && least <= Number(value) && Number(value) <= most;
              setWrong(isRight ? undefined : value);
              if (isRight) field.change(Number(value));
            }}
          />
          {unit !== undefined && <span className="muted">{unit}</span>}
        </span>
      )}
    </SettingRow>
  );
};
