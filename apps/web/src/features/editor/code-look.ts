import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of code; the variables are set with the theme (editor.css). */
export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string), tags.inserted], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], color: 'var(--code-number)' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.typeName), tags.tagName, tags.className],
    color: 'var(--code-name)',
  },
  {
    tag: [tags.attributeName, tags.propertyName, tags.typeName, tags.meta, tags.standard(tags.name)],
    color: 'var(--code-attribute)',
  },
  { tag: tags.heading, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: [tags.link, tags.url], color: 'var(--code-name)', textDecoration: 'underline' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.comment, tags.quote], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--danger-text)' },
]);

const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

/** The look of the text, its margin and its search. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '13.5px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: mono, lineHeight: '21px', overscrollBehavior: 'contain' },
  '.cm-content': { padding: '12px 0 40vh', caretColor: 'var(--accent)' },
  // Each line runs in the direction of its own text.
  '.cm-line': { padding: '0 20px 0 8px', unicodeBidi: 'plaintext' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft-2)',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 16px', minWidth: '44px' },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--code-line)', color: 'var(--text)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--warning)', color: 'var(--canvas)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-soft)', paddingLeft: '8px' },
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--success-soft) !important' },
  '.cm-changedText, &.cm-merge-b .cm-changedText': { background: 'var(--code-added)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--code-removed)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--text-3)',
    fontFamily: 'var(--font-sans)',
    fontSize: '13px',
    padding: '4px 8px',
  },
});

const field = {
  background: 'var(--surface)',
  border: '1px solid var(--border-strong)',
  borderRadius: 'var(--r-control)',
  color: 'var(--text)',
  font: '400 13px/20px var(--font-sans)',
  height: '32px',
  margin: '0',
  padding: '0 10px',
} as const;

const button = {
  ...field,
  backgroundImage: 'none',
  borderColor: 'var(--border)',
  cursor: 'pointer',
  fontWeight: '500',
} as const;

/** The look of the search and of the choices of a conflict. Styles of the page would not reach them: these have no layer. */
export const panelTheme = EditorView.theme({
  '.cm-panel.cm-search': {
    alignItems: 'center',
    display: 'flex',
    flexWrap: 'wrap',
    fontFamily: 'var(--font-sans)',
    gap: '4px 6px',
    padding: '8px 48px 8px 16px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panels': { containerType: 'inline-size' },
  // A search that does not fit one row has three: the text, the choices, and the replacement.
  '@container (max-width: 1199px)': {
    '.cm-panel.cm-search::before, .cm-panel.cm-search::after': {
      content: '""',
      flexBasis: '100%',
      marginTop: '-4px',
    },
  },
  '.cm-panel.cm-search::before': { order: '1' },
  '.cm-panel.cm-search::after': { order: '3' },
  '.cm-panel.cm-search [name=replace], .cm-panel.cm-search [name=replaceAll]': { order: '4' },
  '.cm-panel.cm-search label': {
    alignItems: 'center',
    display: 'inline-flex',
    fontSize: '13px',
    gap: '6px',
    margin: '0 4px',
    minHeight: '32px',
    order: '2',
  },
  '.cm-panel.cm-search input[type=checkbox]': {
    accentColor: 'var(--accent)',
    height: '16px',
    margin: '0',
    width: '16px',
  },
  '.cm-panel.cm-search .cm-textfield, .cm-textfield': { ...field, width: '240px', maxWidth: '100%' },
  '.cm-panel.cm-search .cm-button, .cm-button': button,
  '.cm-button:hover, .cm-deletedChunk .cm-chunkButtons button:hover': { background: 'var(--hover)' },
  '.cm-button:active': { backgroundImage: 'none', background: 'var(--press)' },
  '.cm-panel.cm-search [name=close]': {
    borderRadius: 'var(--r-control)',
    color: 'var(--text-2)',
    cursor: 'pointer',
    fontSize: '20px',
    height: '32px',
    right: '8px',
    top: '8px',
    width: '32px',
  },
  // On a phone the fields have a row each, and the three choices fit one.
  '@container (max-width: 479px)': {
    '.cm-panel.cm-search': { columnGap: '10px', padding: '8px 12px' },
    '.cm-panel.cm-search .cm-textfield': { flex: '1 1 100%' },
    '.cm-panel.cm-search [name=search]': { flexBasis: 'calc(100% - 40px)', marginRight: '40px' },
    '.cm-panel.cm-search label': { fontSize: '12px', gap: '5px', margin: '0' },
  },
  '.cm-panel.cm-gotoLine, .cm-dialog': {
    alignItems: 'center',
    display: 'flex',
    gap: '8px',
    padding: '8px 16px',
  },
  // Beside the text they would cover it on a phone.
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    padding: '4px 0',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-deletedChunk .cm-chunkButtons button': {
    ...button,
    borderColor: 'var(--border-strong)',
    fontSize: '12.5px',
    height: '26px',
    lineHeight: '18px',
    margin: '0 6px 0 0',
  },
});
