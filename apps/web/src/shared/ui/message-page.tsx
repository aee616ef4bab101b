import './message-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useIsConfigLoaded } from '#shared/config/config.ts';
import { Brand } from './brand.tsx';
import { Emoji } from './emoji.tsx';

interface MessagePageProps {
  readonly emoji: string;
  readonly title: string;
  readonly text: string;
  /** Small print, for support. */
  readonly detail?: string;
  readonly children?: ReactNode;
  readonly action: ReactNode;
}

/** A page that says one thing and offers one way on. */
export const MessagePage = ({ emoji, title, text, detail, children, action }: MessagePageProps) => {
  const isLoaded = useIsConfigLoaded();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="message-page">
      <p className="message-page-brand">{isLoaded && <Brand size={26} />}</p>
      <div>
        <Emoji value={emoji} size={52} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{text}</p>
        {children}
        {action}
        {detail && <p className="message-page-detail">{detail}</p>}
      </div>
    </main>
  );
};
