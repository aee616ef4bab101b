import './text-view.css';
import { useMarkdown } from '../read/use-markdown.ts';
import { MarkdownText } from './markdown-text.tsx';

/** A Markdown text that is being written, as it reads. */
export const MarkdownPreview = ({ text }: { readonly text: string }) => {
  const blocks = useMarkdown(text);
  return (
    // Scrolling regions must be reachable by keyboard (WCAG 2.1.1).
    <div className="preview-text markdown-preview" tabIndex={0}>
      <MarkdownText blocks={blocks} />
    </div>
  );
};
