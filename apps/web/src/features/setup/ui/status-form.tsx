import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import { ArrowRight, RefreshCw } from 'lucide-react';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { setupPaths } from '#shared/paths/setup-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckList } from '#shared/ui/check-list.tsx';
import { CheckRow } from '#shared/ui/check-row.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { callSetup } from '../call-setup.ts';
import { doneOf, setCachedStatus } from '../setup.queries.ts';
import { stepToDo } from '../steps.ts';
import { useChecks } from '../use-checks.ts';

/** Shows the checks, and continues with the current step. */
export const StatusForm = () => {
  const t = useText();
  const client = useQueryClient();
  const { found, isProbing, passing, isLooking, error, again } = useChecks();
  const go = useRef<HTMLButtonElement>(null);
  const broken = found?.filter(({ state }) => state === 'broken').length ?? 0;
  // Of this browser's probes only the one for large requests blocks the step.
  const isBlocked = broken > 0 || found === undefined || passing === undefined;
  const pass = useMutation({
    mutationFn: () =>
      callSetup(setupEndpoints.confirmSetupChecks, { body: { request_size: passing ?? null } }),
    onSuccess: async (answer) => {
      await setCachedStatus(client, answer);
      navigate(setupPaths.step(stepToDo(doneOf(answer.data))));
    },
    // The server has found a fault that the list lacks.
    onError: again,
  });
  useEffect(() => {
    if (isLooking) return;
    announce(broken > 0 ? t('setup.checked_broken', { count: broken }) : t('setup.checked'));
    const isHere = document.activeElement === document.body || document.activeElement?.tagName === 'H1';
    if (isHere && matchMedia(media.autofocus).matches) go.current?.focus({ preventScroll: true });
  }, [isLooking, broken, t]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBlocked) pass.mutate();
  };
  return (
    <form className="setup-form" onSubmit={onSubmit}>
      <CheckList label={t('setup.check.title')} checks={found ?? []}>
        {!found && <CheckRow state="checking" title={t('setup.checking')} />}
        {found && isProbing && (
          <CheckRow state="checking" title={t('setup.checks_left')} text={t('setup.checks_left_text')} />
        )}
      </CheckList>
      {(error ?? pass.error) && <FormProblem>{errorText(error ?? pass.error)}</FormProblem>}
      <div className="setup-foot">
        <span className="spacer" />
        <Button
          ref={isBlocked ? go : undefined}
          look={isBlocked ? 'primary' : 'ghost'}
          size="large"
          icon={<RefreshCw />}
          busy={isLooking}
          onClick={again}
        >
          {t('setup.check.again')}
        </Button>
        <Button
          ref={isBlocked ? undefined : go}
          type="submit"
          look={isBlocked ? 'secondary' : 'primary'}
          size="large"
          disabled={isBlocked}
          busy={pass.isPending}
        >
          {t('setup.continue')}
          <ArrowRight />
        </Button>
      </div>
    </form>
  );
};
