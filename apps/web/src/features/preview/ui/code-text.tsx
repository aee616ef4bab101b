import { memo, useEffect, useRef, useState } from 'react';
import { renderUnkeyed } from '../render-unkeyed.ts';
import type { CodeBlock, CodeToken } from '../read/highlight.ts';
import { SidewaysScroller } from './sideways-scroller.tsx';

/** Lines of a block while there are no colours yet. */
const plainLines = 100;

/** A line that is longer than this would make the whole text as wide. */
const longLine = 2000;

export const Tokens = ({ tokens }: { readonly tokens: readonly CodeToken[] }) =>
  renderUnkeyed(tokens, ([scope, text]) => (scope === '' ? text : <span data-token={scope}>{text}</span>));

/** Some lines; they get their colours when they come near the window, since a colour costs an element. */
const Lines = memo(({ block }: { readonly block: CodeBlock }) => {
  const element = useRef<HTMLPreElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '800px 0px',
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <pre ref={element}>
      <code>{near ? <Tokens tokens={block.tokens} /> : block.text}</code>
    </pre>
  );
});

const plain = (text: string): CodeBlock[] => {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  return Array.from({ length: Math.ceil(lines.length / plainLines) }, (_, at) => {
    const part = lines.slice(at * plainLines, (at + 1) * plainLines).join('');
    return { text: part, tokens: [['', part]] };
  });
};

interface CodeTextProps {
  readonly text: string;
  /** Undefined until there are colours, or where there are none. */
  readonly blocks: readonly CodeBlock[] | undefined;
  /** Breaks lines that are wider than the window: prose has no columns that would be lost. */
  readonly prose: boolean;
}

/** A text in blocks of lines, which the browser lays out when they are looked at. */
export const CodeText = ({ text, blocks, prose }: CodeTextProps) => {
  const coloured = blocks ?? [];
  const known = coloured.reduce((sum, block) => sum + block.text.length, 0);
  // Text that has been loaded since is there at once, without colours.
  const all = [...coloured, ...plain(text.slice(known))];
  const wraps = prose || all.some((block) => block.text.split('\n').some((line) => line.length > longLine));
  return (
    <SidewaysScroller className="code-text">
      <div className="code-lines" data-wraps={wraps || undefined}>
        {renderUnkeyed(all, (block) => (
          <Lines block={block} />
        ))}
      </div>
    </SidewaysScroller>
  );
};
