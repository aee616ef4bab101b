import type { Emitter } from 'highlight.js';
import hljs from 'highlight.js/lib/common';
import cmake from 'highlight.js/lib/languages/cmake';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import haskell from 'highlight.js/lib/languages/haskell';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import nix from 'highlight.js/lib/languages/nix';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';

/** The kind of a piece of code (`keyword`, `string`, …; empty for nothing special), and its text. */
export type CodeToken = readonly [scope: string, text: string];

/** Some lines of a text; its tokens make up exactly its text. */
export interface CodeBlock {
  readonly text: string;
  readonly tokens: readonly CodeToken[];
}

/** Lines in a block: what is drawn, coloured and skipped at once. */
export const blockLines = 100;

const more = { cmake, dart, dockerfile, elixir, haskell, latex, nginx, nix, powershell, protobuf, scala };
for (const [name, language] of Object.entries(more)) hljs.registerLanguage(name, language);
hljs.registerAliases(['htm', 'vue', 'svelte', 'xslt'], { languageName: 'xml' });
hljs.registerAliases(['mts', 'cts'], { languageName: 'typescript' });
hljs.registerAliases(['ndjson', 'webmanifest'], { languageName: 'json' });
hljs.registerAliases(['fish'], { languageName: 'bash' });
hljs.registerAliases(['conf', 'cfg', 'env', 'properties', 'editorconfig'], { languageName: 'ini' });

/** Collects tokens instead of HTML. */
class TokenCollector implements Emitter {
  readonly tokens: CodeToken[] = [];
  private readonly scopes: string[] = [];

  startScope(name: string): void {
    // `title.function.invoke` is drawn as a title.
    this.scopes.push(/^[^.]+/.exec(name)?.[0] ?? '');
  }
  endScope(): void {
    this.scopes.pop();
  }
  /** The highlighter calls these methods for the same, although its types do not say so. */
  openNode(name: string): void {
    this.startScope(name);
  }
  closeNode(): void {
    this.endScope();
  }
  addText(text: string): void {
    if (text !== '') this.tokens.push([this.scopes.at(-1) ?? '', text]);
  }
  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenCollector) this.tokens.push(...emitter.tokens);
  }
  toHTML(): string {
    return '';
  }
  finalize(): void {
    this.scopes.length = 0;
  }
}

hljs.configure({ __emitter: TokenCollector });

/** Returns the language of a file by its name's end, or by the name in a fence; undefined where it is unknown. */
export const languageOf = (extension: string): string | undefined =>
  hljs.getLanguage(extension) ? extension : undefined;

const tokensOf = (text: string, language: string | undefined): readonly CodeToken[] => {
  if (language === undefined) return [['', text]];
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  return emitter instanceof TokenCollector ? emitter.tokens : [['', text]];
};

/** Cuts tokens after every `blockLines` lines. */
const cut = (tokens: readonly CodeToken[]): CodeBlock[] => {
  const found: CodeBlock[] = [];
  let current: CodeToken[] = [];
  let lines = 0;
  const finish = (): void => {
    if (current.length > 0) found.push({ text: current.map(([, text]) => text).join(''), tokens: current });
    current = [];
    lines = 0;
  };
  for (const [scope, text] of tokens) {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      lines += 1;
      if (lines < blockLines) continue;
      current.push([scope, text.slice(from, end + 1)]);
      from = end + 1;
      finish();
    }
    if (from < text.length) current.push([scope, text.slice(from)]);
  }
  finish();
  return found;
};

/** Colours a text, in blocks. */
export const highlight = (text: string, language: string | undefined): CodeBlock[] =>
  cut(tokensOf(text, language));
