import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  simplifySelection,
} from '@codemirror/commands';
import {
  bracketMatching,
  defaultHighlightStyle,
  indentOnInput,
  LanguageDescription,
  syntaxHighlighting,
} from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { unifiedMergeView } from '@codemirror/merge';
import {
  closeSearchPanel,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeColours, codeTheme, panelTheme } from './code-look.ts';
import { codePhrases } from './code-phrases.ts';

export interface CodeViewOptions {
  readonly parent: HTMLElement;
  /** The name of the file, which tells the language of its text. */
  readonly name: string;
  /** Names the text for assistive technology. */
  readonly label: string;
  /** A text for people, whose spelling the browser may check. */
  readonly isProse: boolean;
  readonly wraps: boolean;
  readonly onEdit: () => void;
  /** Called for Escape, where neither the search nor the selection has a use for it. */
  readonly onLeave: () => void;
}

/** The text that is edited, as it is drawn. */
export interface CodeView {
  readonly text: () => string;
  /** Replaces the text by one that was saved elsewhere. @param keepsReturns true if a carriage return is a part of its line */
  readonly show: (text: string, keepsReturns: boolean) => void;
  /** Shows how the text differs from another one; undefined: no longer. */
  readonly compare: (saved: string | undefined) => void;
  readonly setWraps: (wraps: boolean) => void;
  readonly find: () => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

/** The policy of the page takes styles of its own nonce alone. */
const styleNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

const languageOf = async (name: string): Promise<Extension> => {
  const found = LanguageDescription.matchFilename(languages, name);
  // A text without colours can be edited as well.
  return found ? found.load().catch(() => []) : [];
};

const mergeOf = (saved: string): Extension =>
  unifiedMergeView({
    original: saved,
    collapseUnchanged: { margin: 3, minSize: 8 },
    diffConfig: { scanLimit: 500, timeout: 500 },
    allowInlineDiffs: false,
  });

/** The uses of Escape, one after the other; the dialog around the text learns of none of them. */
const escapeKeys = (onLeave: () => void): readonly KeyBinding[] => [
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel', stopPropagation: true },
  { key: 'Escape', run: simplifySelection, stopPropagation: true },
  {
    key: 'Escape',
    run: () => {
      onLeave();
      return true;
    },
    stopPropagation: true,
  },
];

export const createCodeView = ({
  parent,
  name,
  label,
  isProse,
  wraps,
  onEdit,
  onLeave,
}: CodeViewOptions): CodeView => {
  const language = new Compartment();
  const wrapping = new Compartment();
  const comparison = new Compartment();
  const lineEnds = new Compartment();
  let isShowing = false;
  const view = new EditorView({
    parent,
    extensions: [
      EditorView.cspNonce.of(styleNonce()),
      EditorState.phrases.of(codePhrases()),
      lineEnds.of([]),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      dropCursor(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorState.tabSize.of(4),
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: String(isProse) }),
      syntaxHighlighting(codeColours),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      codeTheme,
      panelTheme,
      language.of([]),
      wrapping.of(wraps ? EditorView.lineWrapping : []),
      comparison.of([]),
      keymap.of([...escapeKeys(onLeave), ...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged && !isShowing) onEdit();
      }),
    ],
  });
  let isGone = false;
  void languageOf(name).then((found) => {
    if (!isGone) view.dispatch({ effects: language.reconfigure(found) });
  });
  return {
    text: () => view.state.doc.toString(),
    show: (text, keepsReturns) => {
      isShowing = true;
      view.dispatch({
        effects: lineEnds.reconfigure(keepsReturns ? EditorState.lineSeparator.of('\n') : []),
      });
      const { head } = view.state.selection.main;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) },
        selection: { anchor: Math.min(head, text.length) },
        // Undoing goes no further than the text that was opened.
        annotations: Transaction.addToHistory.of(false),
      });
      isShowing = false;
    },
    compare: (saved) =>
      view.dispatch({ effects: comparison.reconfigure(saved === undefined ? [] : mergeOf(saved)) }),
    setWraps: (on) => view.dispatch({ effects: wrapping.reconfigure(on ? EditorView.lineWrapping : []) }),
    find: () => void openSearchPanel(view),
    focus: () => view.focus(),
    destroy: () => {
      isGone = true;
      view.destroy();
    },
  };
};
