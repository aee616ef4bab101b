import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import { Wait } from '#shared/ui/wait.tsx';
import { plainCode, sendCode } from '../setup-code.ts';
import { setupQuery } from '../setup.queries.ts';
import { reopen } from '../setup.store.ts';
import { SetupField } from './field.tsx';

const isOfCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'setup.code_wrong' || error.code === 'setup.code_needed');

/** Asks for the one-time code that the server printed. @param refusal the server's error about the last code */
export const CodeForm = ({ refusal }: { readonly refusal: ApiError }) => {
  const t = useText();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const enter = useMutation({
    mutationFn: (written: string) => {
      sendCode(written);
      return client.query({ ...setupQuery, staleTime: 0 });
    },
    onSuccess: reopen,
  });
  // A missing code was never entered, so it is not an error.
  const error = enter.error ?? (refusal.code === 'setup.code_wrong' ? refusal : null);
  const { form, faults, check, forget } = useForm(error, { autoFocus: true });
  const [isForgotten, setForgotten] = useState(false);
  const shownError = isForgotten ? null : error;
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setForgotten(false);
    if (check({ code: plainCode(code) ? undefined : t('setup.code.missing') })) enter.mutate(code);
  };
  const waitUntil = shownError instanceof ApiError ? shownError.retryAt : undefined;
  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      <TextRow
        Row={SetupField}
        label={t('setup.code.field')}
        error={faults['code'] ?? (isOfCode(shownError) ? errorText(shownError) : undefined)}
        name="code"
        size="large"
        autoComplete="one-time-code"
        maxLength={200}
        value={code}
        onWrite={(written) => {
          setCode(written);
          setForgotten(true);
          forget();
        }}
      />
      {shownError && !isOfCode(shownError) && (
        <FormProblem>
          {waitUntil === undefined ? errorText(shownError) : <Wait until={waitUntil} onOver={enter.reset} />}
        </FormProblem>
      )}
      <div className="setup-foot">
        <span className="spacer" />
        <Button type="submit" look="primary" size="large" busy={enter.isPending}>
          {t('setup.code.action')}
          <ArrowRight />
        </Button>
      </div>
    </form>
  );
};
