import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { Problem, TextRange } from '#core/definition/problem.ts'
import type { Repair } from '#core/graph/quick-fixes.ts'
import { applySplices, type Splice, spliceBetween } from '#core/graph/text/splice.ts'
import { limits } from '#core/limits.ts'
import { lineMap } from './line-map.ts'
import { problemNotes } from './problem-notes.ts'
import { showStepLines, stepLines } from './step-lines.ts'
import { yamlAssist } from './yaml-assist.ts'
import type { YamlNames } from './yaml-help.ts'
import { yamlTheme } from './yaml-theme.ts'

/** Marks what comes from the document, so that it is not reported back as typing. */
const fromDocument = Annotation.define<boolean>()

export interface YamlViewPorts {
  typed(text: string): void
  /** The cursor was moved by a person to this offset of the text. */
  cursorMoved(offset: number): void
  undo(): void
  redo(): void
  /** What was typed or pasted would make the text longer than it may be. */
  tooLong(): void
  /** What may be named in the text. */
  names(): YamlNames
  repairsOf(problem: Problem): readonly Repair[]
  repair(repair: Repair): void
  /** The words of a problem behind its line were clicked. */
  problemChosen(problem: Problem): void
}

export interface YamlView {
  /** Shows another text as the smallest change; `splices`, when given, lead from the shown text to it. */
  setText(text: string, splices?: readonly Splice[]): void
  setProblems(problems: readonly Problem[]): void
  /** Marks the lines of a step, or none; scrolls to them unless a person is working in the text. */
  showStep(range: TextRange | null): void
  /** Puts the cursor at a range and brings it into view. */
  reveal(range: TextRange): void
  focus(): void
  destroy(): void
}

/** The CodeMirror side of the text: a plain object, so that React only mounts and unmounts it. */
export function createYamlView(parent: HTMLElement, initial: string, ports: YamlViewPorts): YamlView {
  let text = initial
  let map = lineMap(initial)
  let shown: readonly Problem[] = []
  const remember = (next: string) => {
    text = next
    map = lineMap(next)
  }

  const listener = EditorView.updateListener.of((update) => {
    const ours = update.transactions.some((transaction) => transaction.annotation(fromDocument))
    if (ours) return
    if (update.docChanged) {
      const splices: Splice[] = []
      update.changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
        const lines = inserted.toJSON().join(map.lineBreak)
        splices.push({ start: map.toText(from), end: map.toText(to), text: lines })
      })
      remember(applySplices(text, splices))
      ports.typed(text)
    }
    if (update.selectionSet || update.docChanged) ports.cursorMoved(map.toText(update.state.selection.main.head))
  })
  const undo = () => {
    ports.undo()
    return true
  }
  const redo = () => {
    ports.redo()
    return true
  }
  // Refused before anything reads it: a text of some megabytes would hold the page up.
  const bounded = EditorState.changeFilter.of((transaction) => {
    const { length, newLength } = transaction.changes
    if (newLength <= limits.definition.textBytes || newLength <= length) return true
    if (transaction.annotation(fromDocument)) return true
    ports.tooLong()
    return false
  })
  const ownKeys = keymap.of([
    { key: 'Mod-z', run: undo, shift: redo, preventDefault: true },
    { key: 'Mod-y', run: redo, preventDefault: true },
  ])

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: initial,
      extensions: [
        lineNumbers(),
        lintGutter(),
        foldGutter({ openText: '⌄', closedText: '›' }),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        indentOnInput(),
        yaml(),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({ 'aria-label': 'YAML of the workflow', tabindex: '0' }),
        Prec.high(ownKeys),
        keymap.of([...completionKeymap, ...searchKeymap, ...lintKeymap, ...foldKeymap, ...defaultKeymap]),
        yamlAssist(ports.names),
        yamlTheme,
        stepLines,
        bounded,
        problemNotes((message, position) => {
          const problem = shown.find((one) => one.message === message && clamp(one.range.start) <= position)
          if (problem !== undefined) ports.problemChosen(problem)
        }),
        listener,
      ],
    }),
  })
  const clamp = (offset: number) => Math.max(0, Math.min(map.toEditor(offset), view.state.doc.length))

  return {
    setText(next, splices) {
      if (next === text) return
      const known = splices !== undefined && applySplices(text, splices) === next
      const changes = (known ? splices : spliceBetween(text, next)).map((splice) => ({
        from: clamp(splice.start),
        to: clamp(splice.end),
        insert: splice.text,
      }))
      remember(next)
      view.dispatch({ changes, annotations: fromDocument.of(true) })
    },
    setProblems(problems) {
      shown = problems
      const diagnostics = problems.map((problem) => {
        const from = clamp(problem.range.start)
        const actions = ports
          .repairsOf(problem)
          .map((repair) => ({ name: repair.title, apply: () => ports.repair(repair) }))
        const to = Math.max(from, clamp(problem.range.end))
        return { from, to, severity: problem.severity, message: problem.message, actions }
      })
      diagnostics.sort((a, b) => a.from - b.from || a.to - b.to)
      view.dispatch(setDiagnostics(view.state, diagnostics), { annotations: fromDocument.of(true) })
    },
    showStep(range) {
      const shown = range === null ? null : { from: clamp(range.start), to: clamp(range.end) }
      const scroll =
        shown !== null && !view.hasFocus ? [EditorView.scrollIntoView(shown.from, { y: 'start', yMargin: 24 })] : []
      view.dispatch({ effects: [showStepLines.of(shown), ...scroll], annotations: fromDocument.of(true) })
    },
    reveal(range) {
      const from = clamp(range.start)
      view.dispatch({
        selection: { anchor: from, head: clamp(range.end) },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
        annotations: fromDocument.of(true),
      })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
