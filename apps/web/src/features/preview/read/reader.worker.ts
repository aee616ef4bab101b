import { highlight, languageOf, type CodeBlock } from './highlight.ts';
import { readMarkdown, type Block } from './markdown.ts';

/** A task that the page gives the worker. */
export type ReadingTask =
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'markdown'; readonly text: string };

/** Results of the worker: code in blocks, Markdown as a tree. */
export interface Reading {
  readonly code: readonly CodeBlock[];
  readonly markdown: readonly Block[];
}

const tokensOf = (text: string, language: string) =>
  highlight(text, languageOf(language)).flatMap(({ tokens }) => tokens);

const read = (task: ReadingTask): Reading =>
  task.kind === 'code'
    ? { code: highlight(task.text, languageOf(task.language)), markdown: [] }
    : { code: [], markdown: readMarkdown(task.text, tokensOf) };

addEventListener('message', ({ data }: MessageEvent<ReadingTask>) => postMessage(read(data)));
