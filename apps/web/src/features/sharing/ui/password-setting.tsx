import { isLinkPasswordLongEnough } from '@holdall/contract/link-limits';
import { Lock } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { useUpdateLink } from '../sharing.mutations.ts';
import type { ChangedLink } from '../use-link-setting.ts';
import { LinkPassword, linkPasswordFigures } from './link-password.tsx';
import { ShareOption } from './share-option.tsx';

/** Handle of a password field with unsaved input. */
export interface TypedPassword {
  /** Saves the typed password, then calls back. @returns whether a save is pending */
  readonly settle: (onSettled: () => void) => boolean;
}

interface PasswordSettingProps extends ChangedLink {
  readonly ref: Ref<TypedPassword>;
  /** Public facts about the item, which make a password weak. */
  readonly about: readonly string[];
}

/** Setting of a link's password. A new password locks out guests who have not entered it. */
export const PasswordSetting = ({ ref, link, onChanged, about }: PasswordSettingProps) => {
  const t = useText();
  const { token, protected: isProtected } = link.data.attributes;
  const update = useUpdateLink(token, onChanged);
  const [typed, setTyped] = useState<string>();
  const [isShort, setShort] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const stop = (): void => {
    setTyped(undefined);
    setShort(false);
    update.reset();
  };
  /** Called once the password is saved: the popup then closes. */
  const afterwards = useRef<() => void>(undefined);
  const save = (password: string | null): void =>
    update.mutate(
      { password },
      {
        onSuccess: () => {
          stop();
          announce(t('autosave.saved'));
          afterwards.current?.();
        },
        onSettled: () => (afterwards.current = undefined),
      },
    );
  /** @returns whether a save is under way */
  const submit = (password: string): boolean => {
    const tooShort = !isLinkPasswordLongEnough(password);
    setShort(tooShort);
    if (tooShort) form.current?.querySelector('input')?.focus();
    else save(password);
    return !tooShort;
  };
  useImperativeHandle(ref, () => ({
    settle: (onSettled) => {
      if (!typed && !update.isPending) return false;
      if (update.isPending || submit(typed ?? '')) afterwards.current = onSettled;
      return true;
    },
  }));
  const isShown = typed !== undefined;
  /** The removal is pending, and the switch already shows it. */
  const isLeaving = update.isPending && update.variables.password === null;
  const fault = isShort
    ? t('share.password_short', linkPasswordFigures)
    : update.error
      ? fieldFault(update.error, 'password')
      : undefined;
  return (
    <ShareOption
      icon={<Lock />}
      label={t('share.password')}
      text={
        fault !== undefined && !isShown
          ? fault
          : t(isProtected ? 'share.password_on' : isShown ? 'share.password_ask' : 'share.password_off')
      }
      control={(ids) => (
        <>
          {isProtected && !isShown && (
            <Button size="small" onClick={() => setTyped('')}>
              {t('share.password_change')}
            </Button>
          )}
          <Switch
            {...ids}
            checked={(isProtected && !isLeaving) || isShown}
            disabled={update.isPending}
            onSwitch={(on) => {
              if (on) setTyped('');
              else if (isProtected) save(null);
              else stop();
            }}
          />
        </>
      )}
    >
      {isShown && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit(typed);
          }}
        >
          <LinkPassword
            value={typed}
            about={about}
            error={fault}
            onChange={(next) => {
              setTyped(next);
              setShort(false);
            }}
          />
          {isProtected && <p className="share-hint">{t('share.password_change_text')}</p>}
          <div className="share-line share-line-end">
            <Button size="small" look="ghost" disabled={update.isPending} onClick={stop}>
              {t('actions.cancel')}
            </Button>
            <Button size="small" look="primary" type="submit" busy={update.isPending}>
              {t('share.password_set')}
            </Button>
          </div>
        </form>
      )}
    </ShareOption>
  );
};
