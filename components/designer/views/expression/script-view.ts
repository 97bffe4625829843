import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view'
import { codeHighlight } from '#components/ui/code/code-highlight.ts'
import type { ScopeTypes } from '#core/expression/check/types.ts'
import { documentHistory } from '../text/document-history.ts'
import { expressionTheme } from './expression-theme.ts'
import { type FieldView, fieldView, fromOutside } from './field-view.ts'
import { scriptCompletions } from './script-completions.ts'

export interface ScriptPorts {
  /** The types of `input`, `state` and `steps` at the script. */
  types(): ScopeTypes | null
  typed(text: string): void
  left(): void
  undo(): void
  redo(): void
}

/** A CodeMirror for the lines of a script: JavaScript, with the paths of what it is given. Tab leaves it, as any field; Mod-] indents. */
export function createScriptView(parent: HTMLElement, initial: string, label: string, ports: ScriptPorts): FieldView {
  const language = javascript()
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: initial,
      extensions: [
        language,
        language.language.data.of({ autocomplete: (context: CompletionContext) => complete(context, ports) }),
        lineNumbers(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false, aboveCursor: false }),
        tooltips({ position: 'fixed', parent: document.body }),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        documentHistory(ports),
        keymap.of([...completionKeymap, ...closeBracketsKeymap, ...defaultKeymap]),
        expressionTheme,
        lines,
        codeHighlight,
        EditorView.domEventHandlers({ blur: () => ports.left() }),
        EditorView.updateListener.of((update) => {
          const ours = update.transactions.some((transaction) => transaction.annotation(fromOutside))
          if (update.docChanged && !ours) ports.typed(update.state.doc.toString())
        }),
      ],
    }),
  })
  return fieldView(view)
}

const lines = EditorView.theme({
  '&.cm-editor': { fontSize: '11.5px' },
  '.cm-scroller': { overflowX: 'auto', minHeight: '128px', maxHeight: '420px' },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 8px', minWidth: '24px' },
  '.cm-line': { padding: '0 9px 0 4px' },
})

/** Names and paths, by the same types as in expressions. */
function complete(context: CompletionContext, ports: ScriptPorts): CompletionResult | null {
  const before = context.matchBefore(/[\w$.]*/)
  const types = ports.types()
  if (types === null || before === null || (before.text === '' && !context.explicit)) return null
  const options = scriptCompletions(before.text, types)
  return options.length === 0 ? null : { from: context.pos - (before.text.split('.').at(-1) ?? '').length, options }
}
