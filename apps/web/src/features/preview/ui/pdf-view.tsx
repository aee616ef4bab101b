import './pdf-view.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { openPdf } from '../pdf/pdf-host.ts';
import type { FromSandbox, ToSandbox } from '../pdf/pdf-messages.ts';
import { FactsView } from './facts-view.tsx';
import type { ViewProps } from './view-props.ts';
import { Waiting } from './waiting.tsx';

/** Milliseconds that a document may take until its first page has a place. */
const patience = 30_000;

/** A PDF, drawn in a sandbox. */
export const PdfView = ({ item, controls, onDownload, onKey }: ViewProps) => {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState<Extract<FromSandbox, { kind: 'shown' }>>();
  const [failed, setFailed] = useState<'failed' | 'locked'>();
  const { name, file_url: address, size } = item.attributes;

  const hear = useEffectEvent((message: FromSandbox, say: (message: ToSandbox) => void) => {
    if (message.kind === 'key') onKey(message.key);
    if (message.kind === 'failed') setFailed(message.reason === 'locked' ? 'locked' : 'failed');
    if (message.kind !== 'shown') return;
    setShown(message);
    const zoom = (to: 'in' | 'out' | 'fit') => () => say({ kind: 'zoom', to });
    controls.set({
      percent: message.percent,
      larger: false,
      in: zoom('in'),
      out: zoom('out'),
      fit: zoom('fit'),
    });
  });
  // The preview draws another view for another file: these never change.
  const pageLabel = t('preview.page_label', { page: '{{page}}', pages: '{{pages}}' });
  useEffect(() => {
    const element = frame.current;
    if (!element || !address || size === null) return undefined;
    const leaving = new AbortController();
    let say: (message: ToSandbox) => void = () => undefined;
    const file = { address, size, pageLabel };
    const fail = (): void => {
      if (!leaving.signal.aborted) setFailed('failed');
    };
    let drawn = false;
    const onMessage = (message: FromSandbox): void => {
      drawn ||= message.kind === 'shown';
      hear(message, say);
    };
    openPdf(element, { file, signal: leaving.signal, onMessage })
      .then((speak) => {
        say = speak;
      })
      .catch(fail);
    const timer = setTimeout(() => !drawn && fail(), patience);
    return () => {
      clearTimeout(timer);
      leaving.abort();
      controls.set(undefined);
    };
  }, [address, size, pageLabel, controls]);

  if (failed || !address)
    return <FactsView item={item} reason={failed ?? 'failed'} onDownload={onDownload} />;
  return (
    <div className="preview-pane preview-pdf">
      {!shown && <Waiting />}
      <iframe ref={frame} title={name} sandbox="allow-scripts" data-shown={shown ? true : undefined} />
      {shown && (
        <span className="preview-page numeric" role="status">
          {t('preview.page', { page: shown.page, count: shown.count })}
        </span>
      )}
    </div>
  );
};
