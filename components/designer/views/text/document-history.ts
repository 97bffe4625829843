import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

interface DocumentHistory {
  undo(): void
  redo(): void
}

/**
 * Undo and redo of a text editor that shows a part of the document: its keys and
 * the browser's own commands undo the document's edits. Chromium keeps one stack
 * of typed texts for a whole page and applies it to an editor without the focus,
 * which tears the text; an editor without the focus refuses it.
 */
export function documentHistory({ undo, redo }: DocumentHistory): Extension {
  const done = (perform: () => void) => () => {
    perform()
    return true
  }
  const commands: Readonly<Record<string, () => void>> = { historyUndo: undo, historyRedo: redo }
  return [
    Prec.high(
      keymap.of([
        { key: 'Mod-z', run: done(undo), shift: done(redo), preventDefault: true },
        { key: 'Mod-y', run: done(redo), preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        const command = commands[event.inputType]
        if (!command) return false
        event.preventDefault()
        if (view.hasFocus) command()
        return true
      },
    }),
  ]
}
