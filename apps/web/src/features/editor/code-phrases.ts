import { text } from '#shared/i18n/messages.ts';

/** Returns the texts of the editor's own parts in the language of the page, by their English ones. */
export const codePhrases = (): Record<string, string> => ({
  Find: text('editor.search.find'),
  Replace: text('editor.search.with'),
  next: text('editor.search.next'),
  previous: text('editor.search.previous'),
  all: text('editor.search.all'),
  'match case': text('editor.search.case'),
  regexp: text('editor.search.regexp'),
  'by word': text('editor.search.words'),
  replace: text('editor.search.replace'),
  'replace all': text('editor.search.replace_all'),
  close: text('editor.search.close'),
  'current match': text('editor.search.current'),
  'on line': text('editor.search.on_line'),
  'replaced match on line $': text('editor.search.replaced_one'),
  'replaced $ matches': text('editor.search.replaced'),
  'Go to line': text('editor.line.label'),
  go: text('editor.line.go'),
  'Selection deleted': text('editor.selection_deleted'),
  'Control character': text('editor.control_character'),
  '$ unchanged lines': text('editor.conflict.unchanged'),
  Accept: text('editor.conflict.mine'),
  Reject: text('editor.conflict.theirs'),
});
