import { Image, Square, SquareCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderUnkeyed } from '../render-unkeyed.ts';
import type { Block, Inline, ListItem } from '../read/markdown.ts';
import { Tokens } from './code-text.tsx';
import { SidewaysScroller } from './sideways-scroller.tsx';

const Line = ({ parts }: { readonly parts: readonly Inline[] }) =>
  renderUnkeyed(parts, (part) => <Part part={part} />);

const Part = ({ part }: { readonly part: Inline }): ReactNode => {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'strong':
      return (
        <strong>
          <Line parts={part.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Line parts={part.children} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Line parts={part.children} />
        </del>
      );
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          <Line parts={part.children} />
        </a>
      );
    case 'image':
      return (
        <span className="markdown-image">
          <Image className="icon-14" aria-hidden="true" />
          {part.alt}
        </span>
      );
    case 'break':
      return <br />;
  }
};

const Item = ({ item: { checked, children } }: { readonly item: ListItem }) => (
  <li data-task={checked === undefined ? undefined : true}>
    {checked !== undefined &&
      (checked ? <SquareCheck className="icon-16" /> : <Square className="icon-16" />)}
    {children.length === 1 && children[0]?.kind === 'paragraph' ? (
      <Line parts={children[0].children} />
    ) : (
      <MarkdownBlocks blocks={children} />
    )}
  </li>
);

const Heading = ({ depth, children }: { readonly depth: number; readonly children: ReactNode }) => {
  // The title of the preview is of the second level.
  const Tag = (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(depth, 4) - 1] ?? 'h6';
  return <Tag data-depth={depth}>{children}</Tag>;
};

const Table = ({ align, header, rows }: Extract<Block, { kind: 'table' }>) => {
  const cellStyle = (at: number) => ({ textAlign: align[at] ?? undefined });
  return (
    <SidewaysScroller className="markdown-table">
      <table>
        <thead>
          <tr>
            {renderUnkeyed(header, (cell, at) => (
              <th scope="col" style={cellStyle(at)}>
                <Line parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderUnkeyed(rows, (row) => (
            <tr>
              {renderUnkeyed(row, (cell, at) => (
                <td style={cellStyle(at)}>
                  <Line parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  );
};

const MarkdownBlock = ({ block }: { readonly block: Block }): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading depth={block.depth}>
          <Line parts={block.children} />
        </Heading>
      );
    case 'paragraph':
      return (
        <p>
          <Line parts={block.children} />
        </p>
      );
    case 'code':
      return (
        <SidewaysScroller className="markdown-code">
          <pre>
            <code>
              <Tokens tokens={block.tokens} />
            </code>
          </pre>
        </SidewaysScroller>
      );
    case 'quote':
      return (
        <blockquote>
          <MarkdownBlocks blocks={block.children} />
        </blockquote>
      );
    case 'list': {
      const items = renderUnkeyed(block.items, (item) => <Item item={item} />);
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'table':
      return <Table {...block} />;
    case 'rule':
      return <hr />;
  }
};

const MarkdownBlocks = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  renderUnkeyed(blocks, (block) => <MarkdownBlock block={block} />);

/** Markdown as elements; what it is made of can neither run nor load anything (read/markdown.ts). */
export const MarkdownText = ({ blocks }: { readonly blocks: readonly Block[] }) => (
  <div className="markdown">
    <MarkdownBlocks blocks={blocks} />
  </div>
);
