import './collapsible.css';
import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm, type Faults } from '#shared/lib/use-form.ts';
import { AccentChoice } from '#shared/ui/accent-choice.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import {
  appDraftOf,
  appFaults,
  appOf,
  limitsBelow,
  looksBelow,
  type AppDraft,
  type AppSize,
} from '../app.ts';
import { callSetup } from '../call-setup.ts';
import { useSetup } from '../setup.queries.ts';
import { useDraft } from '../use-draft.ts';
import { useStep } from '../use-step.ts';
import { AppPreview } from './app-preview.tsx';
import { SetupField } from './field.tsx';
import { ImageField } from './image-field.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { LooksFields } from './looks-fields.tsx';
import { SetupFooter } from './setup-footer.tsx';

const step = 'app-setup';

interface CollapsibleProps {
  readonly title: string;
  readonly text: string;
  /** Opens the section where it contains an error. */
  readonly forced: boolean;
  readonly children: ReactNode;
}

/** Collapsed section for options that most leave at their defaults. */
const Collapsible = ({ title, text, forced, children }: CollapsibleProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="collapsible"
      open={isOpen || forced}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight />
        <span>
          <b>{title}</b>
          <span>{text}</span>
        </span>
      </summary>
      <div className="collapsible-body">{children}</div>
    </details>
  );
};

/** Form for name and looks, with rarely changed options in collapsed sections. */
export const AppForm = () => {
  const t = useText();
  const { kept } = useSetup();
  const [draft, change] = useDraft(step, () => appDraftOf(kept.app, kept.request_size));
  const [own, setOwn] = useState<Faults>({});
  const save = useStep(step, () => callSetup(setupEndpoints.saveSetupApp, { body: appOf(draft) }));
  const { form, faults, left, check, forget } = useForm(save.error);
  const onChange = (changed: Partial<AppDraft>): void => {
    change(changed);
    forget();
  };
  const onSize = (name: AppSize, bytes: number | undefined, fault: string | undefined): void => {
    setOwn((faulty) => ({ ...faulty, [name]: fault }));
    onChange({ [name]: bytes });
  };
  const onRefused = (fault: string | undefined): void => {
    setOwn((faulty) => ({ ...faulty, mimetypes_blacklist: fault }));
    forget();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (check(appFaults(t, draft, own))) save.mutate();
  };
  const shown = {
    ...faults,
    mimetypes_blacklist: own['mimetypes_blacklist'] ?? faults['mimetypes_blacklist'],
  };
  const isWrong = (names: readonly string[]): boolean => names.some((name) => faults[name] !== undefined);
  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      <div className="app-columns">
        <div>
          <SetupField
            label={t('settings.title_field')}
            help={t('settings.title_field_help')}
            error={faults['title']}
          >
            {(field) => (
              <TextInput
                {...field}
                name="title"
                autoComplete="off"
                maxLength={80}
                value={draft.title}
                onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
              />
            )}
          </SetupField>
          <SetupField label={t('settings.accent')} error={faults['color']}>
            <AccentChoice value={draft.color} onChoose={(color) => onChange({ color })} />
          </SetupField>
          <ImageField name="logo" />
          <Collapsible
            title={t('setup.app.more')}
            text={t('setup.app.more_text')}
            forced={isWrong(looksBelow)}
          >
            <LooksFields {...{ draft, faults, onChange }} />
          </Collapsible>
          <Collapsible
            title={t('setup.app.limits')}
            text={t('setup.app.limits_text')}
            forced={isWrong(limitsBelow)}
          >
            <LimitsFields {...{ draft, onChange, onSize, onRefused }} faults={shown} />
          </Collapsible>
        </div>
        <AppPreview {...draft} />
      </div>
      {left && <FormProblem>{errorText(left)}</FormProblem>}
      <SetupFooter step={step} action={t('setup.save')} busy={save.isPending} />
    </form>
  );
};
