import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import type { TestedForm } from '../use-tested-form.ts';
import { Done } from './done.tsx';

interface TestedFormViewProps<Draft> {
  readonly label: string;
  readonly form: TestedForm<Draft>;
  /** Label of the test button; undefined where there is nothing to test. */
  readonly test: { readonly text: string; readonly icon?: ReactNode } | undefined;
  /** The environment decides the settings, so they are read-only. */
  readonly isLocked: boolean;
  /** Rows of the form. */
  readonly children: ReactNode;
}

/** Form of settings that are tested and saved as a whole. The pressed button keeps the focus. */
export const TestedFormView = <Draft,>({
  label,
  form,
  test,
  isLocked,
  children,
}: TestedFormViewProps<Draft>) => {
  const t = useText();
  const box = useRef<HTMLFormElement>(null);
  const { refusal, isTesting, isSaving, isChanged } = form;
  useEffect(() => {
    if (refusal) box.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  const isIdle = !isChanged && !isSaving;
  return (
    <form
      ref={box}
      className="setting-form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) form.save();
      }}
    >
      {children}
      {!isLocked && (test !== undefined || isChanged || form.done !== undefined) && (
        <div className="card-footer setting-foot">
          {form.problem !== undefined && <FormProblem>{form.problem}</FormProblem>}
          <Button type="submit" look="primary" busy={isSaving} aria-disabled={isIdle || undefined}>
            {t('environment.storage_save')}
          </Button>
          {test && (
            <Button icon={test.icon} busy={isTesting} onClick={form.test}>
              {test.text}
            </Button>
          )}
          {isChanged && (
            <Button
              look="ghost"
              onClick={() => {
                form.discard();
                // The button disappears with the changes that it discards.
                const first = ['input:checked', 'input', 'select']
                  .map((kind) => box.current?.querySelector<HTMLElement>(`${kind}:not([disabled])`))
                  .find((field) => field);
                first?.focus();
              }}
            >
              {t('environment.storage_discard')}
            </Button>
          )}
          <Done>{form.done}</Done>
        </div>
      )}
    </form>
  );
};
