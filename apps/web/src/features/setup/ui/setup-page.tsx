import './setup-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import type { SetupStep } from '#shared/paths/setup-paths.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { firstField } from '../first-field.ts';
import { doneOf, useSetup } from '../setup.queries.ts';
import { StepList } from './step-list.tsx';

interface SetupSheetProps {
  /** Undefined where the steps have not begun. */
  readonly step: SetupStep | undefined;
  readonly done: readonly SetupStep[];
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

/** A page of the installation: how far it has come at the side, what is asked for on a sheet. */
export const SetupSheet = ({ step, done, title, text, children }: SetupSheetProps) => {
  const t = useText();
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone the keyboard would come up over what is to be read first.
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

/** A step of the installation. */
export const SetupPage = (page: SetupPageProps) => <SetupSheet {...page} done={doneOf(useSetup())} />;
