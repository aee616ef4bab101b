import './text-view.css';
import { useMarkdown } from '../read/use-markdown.ts';
import { MarkdownText } from './markdown-text.tsx';

/** Scrolling regions must be reachable by keyboard (WCAG 2.1.1). */
const reachable = { tabIndex: 0 } as const;

/** A Markdown text that is being written, as it reads. */
export const MarkdownPreview = ({ text }: { readonly text: string }) => {
  const blocks = useMarkdown(text);
  return (
    <div className="preview-text markdown-preview" {...reachable}>
      <MarkdownText blocks={blocks} />
    </div>
  );
};
