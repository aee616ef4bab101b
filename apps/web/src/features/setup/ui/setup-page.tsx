import './setup-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import type { SetupStep } from '#shared/paths/setup-paths.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { doneOf, useSetup } from '../setup.queries.ts';
import { StepList } from './step-list.tsx';

interface SetupSheetProps {
  /** Undefined before the steps. */
  readonly step: SetupStep | undefined;
  readonly done: readonly SetupStep[];
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

const fields =
  'form :is(input:not([hidden], [type="hidden"], [type="file"], :disabled), textarea, select:not(:disabled), [data-first])';

/** Returns the first control of a form; of a choice, its selected option. */
const firstField = (within: HTMLElement | null): HTMLElement | undefined => {
  const found = within?.querySelector<HTMLElement>(fields) ?? undefined;
  if (!(found instanceof HTMLInputElement) || found.type !== 'radio') return found;
  return (
    within?.querySelector<HTMLInputElement>(`form input[name="${CSS.escape(found.name)}"]:checked`) ?? found
  );
};

/** Frame of the wizard: progress at the side, the form on a sheet. */
export const SetupSheet = ({ step, done, title, text, children }: SetupSheetProps) => {
  const t = useText();
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone, focus in a field would open the keyboard over the text to read first.
    const field = matchMedia(media.autofocus).matches ? firstField(main.current) : undefined;
    (field ?? heading.current)?.focus();
  }, []);
  return (
    <div className="setup">
      <header className="setup-side">
        <div className="setup-brand">
          <Logo size={28} />
          {t('setup.brand')}
        </div>
        <StepList current={step} done={done} />
        <p className="setup-note">{t('setup.note')}</p>
      </header>
      <main ref={main} className="setup-main">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="setup-text">{text}</p>
        {children}
      </main>
    </div>
  );
};

interface SetupPageProps extends Omit<SetupSheetProps, 'step' | 'done'> {
  readonly step: SetupStep;
}

/** Frame of a step of the wizard. */
export const SetupPage = (page: SetupPageProps) => <SetupSheet {...page} done={doneOf(useSetup())} />;
