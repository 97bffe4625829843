import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, type StateEffect } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view'
import { yamlTheme } from '#components/ui/code/yaml-theme.ts'
import type { Problem } from '#core/definition/problem.ts'
import { applySplices, type Splice, spliceBetween } from '#core/definition/text/splice.ts'
import type { Repair } from '#core/graph/quick-fixes.ts'
import type { TextRange } from '#core/text-range.ts'
import { sortProblems } from '../../model/problems/problem-store.ts'
import { designerTexts } from '../../texts/designer.ts'
import { documentHistory } from './document-history.ts'
import { lineMap } from './line-map.ts'
import { fieldLines, type Lines, stepLines } from './marked-lines.ts'
import { mayBecome } from './may-become.ts'
import { parseAhead } from './parse-ahead.ts'
import { problemNotes } from './problem-notes.ts'
import { withCode } from './with-code.ts'
import { type YamlKnowledge, yamlAssist } from './yaml-assist.ts'

/** Marks transactions that come from the document, so that they are not reported back as typing. */
const fromDocument = Annotation.define<boolean>()

export interface YamlViewPorts {
  typed(text: string): void
  /** Reports that the user moved the cursor to this offset of the text. */
  cursorMoved(offset: number): void
  undo(): void
  redo(): void
  /** Reports that typing or pasting would exceed the maximum text length. */
  tooLong(): void
  readonly known: YamlKnowledge
  repairsOf(problem: Problem): readonly Repair[]
  repair(problem: Problem, repair: Repair): void
  /** Reports a click on the message of a problem after its line. */
  problemChosen(problem: Problem): void
}

export interface ShownText {
  readonly text: string
  /** The splices from the shown text to this one, if known. */
  readonly splices?: readonly Splice[] | undefined
}

export interface ShownMarks {
  readonly problems: readonly Problem[]
  /** The lines of a step, which are marked and scrolled to unless the user is working in the text. */
  readonly step: TextRange | null
  /** The lines of the focused field, marked in the same way as those of the step. */
  readonly field: TextRange | null
}

export interface YamlView {
  readonly hasFocus: boolean
  /**
   * Shows the text. Each editor update takes some milliseconds, and more for a large text, so text and marks are two
   * updates.
   */
  showText(shown: ShownText): void
  /** Shows the marks of the shown text. */
  showMarks(marks: ShownMarks): void
  /** Puts the cursor at a range and scrolls to it. */
  reveal(range: TextRange): void
  focus(): void
  destroy(): void
}

/** The texts of the editor's search, in Heddle's wording. */
const searchWords = {
  next: 'Next',
  previous: 'Previous',
  all: designerTexts.selectAll,
  'match case': designerTexts.matchCase,
  regexp: designerTexts.regularExpression,
  'by word': designerTexts.wholeWords,
  replace: 'Replace',
  'replace all': designerTexts.replaceAll,
  close: designerTexts.closeSearch,
} as const

/** The editor takes longer for a thousand small changes, as arranging makes them, than for one large change. */
const mostChanges = 50

const isMoved = (now: Lines, before: Lines) => now?.from !== before?.from || now?.to !== before?.to

/** A step is scrolled to the top; its field is only scrolled into view. */
function scrollTo(step: Lines, field: Lines): StateEffect<unknown>[] {
  if (field !== null) return [EditorView.scrollIntoView(field.from, { y: 'nearest', yMargin: 24 })]
  return step === null ? [] : [EditorView.scrollIntoView(step.from, { y: 'start', yMargin: 24 })]
}

/** The CodeMirror side of the text: a plain object, so that React only mounts and unmounts it. */
export function createYamlView(parent: HTMLElement, initial: string, ports: YamlViewPorts): YamlView {
  return new CodeMirrorYaml(parent, initial, ports)
}

class CodeMirrorYaml implements YamlView {
  readonly #ports: YamlViewPorts
  readonly #view: EditorView
  #text: string
  /** Offsets of the text, with its line breaks, and of the editor. */
  #map: ReturnType<typeof lineMap>
  #problems: readonly Problem[] = []
  /** The text that the diagnostics belong to, and the marked lines. */
  #markedText: string | null = null
  #markedStep: Lines = null
  #markedField: Lines = null

  constructor(parent: HTMLElement, initial: string, ports: YamlViewPorts) {
    this.#ports = ports
    this.#text = initial
    this.#map = lineMap(initial)
    this.#view = new EditorView({
      parent,
      state: EditorState.create({ doc: initial, extensions: [...appearance, this.#behaviour()] }),
    })
  }

  get hasFocus(): boolean {
    return this.#view.hasFocus
  }

  showText({ text, splices }: ShownText): void {
    if (text === this.#text) return
    const isFew = splices !== undefined && splices.length <= mostChanges
    const known = isFew && applySplices(this.#text, splices) === text
    const changes = (known ? splices : spliceBetween(this.#text, text)).map((splice) => ({
      from: this.#clamp(splice.start),
      to: this.#clamp(splice.end),
      insert: splice.text,
    }))
    this.#remember(text)
    this.#view.dispatch({ changes, annotations: fromDocument.of(true) })
  }

  showMarks({ problems, step, field }: ShownMarks): void {
    const isMarked = problems === this.#problems && this.#text === this.#markedText
    const marks = isMarked ? [] : [setDiagnostics(this.#view.state, this.#diagnostics(problems))]
    this.#problems = problems
    this.#markedText = this.#text
    const stepRange = this.#linesAt(step)
    const fieldRange = this.#linesAt(field)
    const moved = isMoved(stepRange, this.#markedStep)
    const fieldMoved = isMoved(fieldRange, this.#markedField)
    this.#markedStep = stepRange
    this.#markedField = fieldRange
    if (marks.length === 0 && !moved && !fieldMoved) return
    const scroll = this.hasFocus ? [] : scrollTo(moved ? stepRange : null, fieldMoved ? fieldRange : null)
    const lines = [stepLines.show.of(stepRange), fieldLines.show.of(fieldRange)]
    const effects = [...marks.flatMap((mark) => mark.effects ?? []), ...lines, ...scroll].flat()
    this.#view.dispatch({ effects, annotations: fromDocument.of(true) })
  }

  reveal(range: TextRange): void {
    const from = this.#clamp(range.start)
    this.#view.dispatch({
      selection: { anchor: from, head: this.#clamp(range.end) },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
      annotations: fromDocument.of(true),
    })
    this.#view.focus()
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }

  /** The extensions that report to the ports. */
  #behaviour(): Extension {
    const ports = this.#ports
    return [
      documentHistory(ports),
      keymap.of([...completionKeymap, ...searchKeymap, ...lintKeymap, ...foldKeymap, ...defaultKeymap]),
      yamlAssist(ports.known),
      yamlTheme,
      stepLines.extension,
      fieldLines.extension,
      bounded(ports),
      problemNotes(({ from, to }) => {
        const isThere = ({ range }: Problem) => this.#clamp(range.start) >= from && this.#clamp(range.start) <= to
        const [problem] = sortProblems(this.#problems.filter(isThere))
        if (problem !== undefined) ports.problemChosen(problem)
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ]
  }

  #updated(update: ViewUpdate): void {
    const ours = update.transactions.some((transaction) => transaction.annotation(fromDocument))
    if (ours) return
    if (update.docChanged) {
      const splices: Splice[] = []
      update.changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
        const text = inserted.toJSON().join(this.#map.lineBreak)
        splices.push({ start: this.#map.toText(from), end: this.#map.toText(to), text })
      })
      this.#remember(applySplices(this.#text, splices))
      this.#ports.typed(this.#text)
    }
    if (update.selectionSet || update.docChanged) {
      this.#ports.cursorMoved(this.#map.toText(update.state.selection.main.head))
    }
  }

  #remember(text: string): void {
    this.#text = text
    this.#map = lineMap(text)
  }

  #clamp(offset: number): number {
    return Math.max(0, Math.min(this.#map.toEditor(offset), this.#view.state.doc.length))
  }

  #linesAt(range: TextRange | null): Lines {
    return range === null ? null : { from: this.#clamp(range.start), to: this.#clamp(range.end) }
  }

  #diagnostics(problems: readonly Problem[]): readonly Diagnostic[] {
    const ports = this.#ports
    return problems
      .map((problem): Diagnostic => {
        const from = this.#clamp(problem.range.start)
        const { severity, message, range } = problem
        return {
          from,
          to: Math.max(from, this.#clamp(range.end)),
          severity,
          message,
          renderMessage: () => withCode(message),
          // Repairs are computed on demand: for some hundred problems they take longer than the rest of the update.
          get actions() {
            return ports.repairsOf(problem).map((repair) => ({
              name: repair.title,
              apply: () => ports.repair(problem, repair),
            }))
          },
        }
      })
      .toSorted((a, b) => a.from - b.from || a.to - b.to)
  }
}

/** The extensions that need no port. */
const appearance: readonly Extension[] = [
  lineNumbers(),
  lintGutter(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  drawSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  bracketMatching(),
  indentOnInput(),
  yaml(),
  parseAhead,
  EditorState.tabSize.of(2),
  EditorState.phrases.of(searchWords),
  EditorView.contentAttributes.of({ 'aria-label': designerTexts.yamlOfWorkflow, tabindex: '0' }),
]

/** Refuses an oversized change before anything parses it: a text of some megabytes would block the page. */
function bounded(ports: Pick<YamlViewPorts, 'tooLong'>): Extension {
  return EditorState.changeFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(fromDocument)) return true
    if (mayBecome(transaction.startState.doc, transaction.newDoc)) return true
    ports.tooLong()
    return false
  })
}
