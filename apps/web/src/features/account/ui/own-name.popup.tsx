import { appEndpoints } from '@holdall/contract/app.endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '#shared/api/client.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { updateOwnUser } from '../own-user.cache.ts';

interface OwnName {
  readonly first_name: string;
  readonly last_name: string;
}

/** Saves both parts of the user's own name; a blank part stays as it is. */
const useSaveOwnName = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: OwnName): Promise<void> => {
      for (const part of ['first_name', 'last_name'] as const) {
        if (name[part] === '') continue;
        await call(appEndpoints.updateUserSettings, { body: { name: part, value: name[part] } });
        updateOwnUser(client, { settings: { [part]: name[part] } });
      }
    },
  });
};

/** Asks a user without a name for one. It can be postponed. */
export const OwnNamePopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const help = useId();
  const save = useSaveOwnName();
  const { form, faults, left, read, forget } = useForm(save.error, { autoFocus: true });
  return (
    <Popup title={t('own_name.title')} describedBy={help} onClose={save.isPending ? undefined : onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read(() => ({}));
          if (!values) return;
          const wanted = { first_name: values('first_name').trim(), last_name: values('last_name').trim() };
          save.mutate(wanted, { onSuccess: onClose });
        }}
      >
        <div className="popup-content form-fields" onChange={forget}>
          <p id={help}>{t('own_name.text')}</p>
          <TextField
            label={t('profile.first_name')}
            name="first_name"
            autoComplete="given-name"
            size="large"
            maxLength={100}
            error={faults['first_name']}
          />
          <TextField
            label={t('profile.last_name')}
            name="last_name"
            autoComplete="family-name"
            size="large"
            maxLength={100}
            error={faults['last_name']}
          />
          {left && <FormProblem>{errorText(left)}</FormProblem>}
        </div>
        <PopupFooter>
          <Button look="ghost" disabled={save.isPending} onClick={onClose}>
            {t('own_name.skip')}
          </Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('own_name.save')}
          </Button>
        </PopupFooter>
      </form>
    </Popup>
  );
};
