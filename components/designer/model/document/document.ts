import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Definition } from '#core/definition/definition.ts'
import { parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import { type Splice, spliceBetween } from '#core/definition/text/splice.ts'
import { applyEdit } from '#core/graph/apply-edit.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Edit, EditRefusal, EditResult } from '#core/graph/edit.ts'
import type { Graph } from '#core/graph/graph.ts'
import {
  emptyHistory,
  type History,
  type HistoryMove,
  type Renaming,
  record,
  redo,
  undo,
} from '#core/graph/history/history.ts'
import { editLabel, editMergeKey } from './edit-label.ts'
import { reuseEqual } from './reuse-equal.ts'

/** The last change of the text, for subscribers. The splices turn the previous text into the current one. */
export interface TextChange {
  readonly origin: 'edit' | 'typing' | 'history' | 'replaced'
  readonly splices: readonly Splice[]
  /** Names of the steps that the change created. */
  readonly created: readonly string[]
  readonly renamed?: Renaming
}

/**
 * The draft as text, definition and graph. `parsed` always belongs to `text`. `definition` and `graph` do too, unless
 * `broken`: then they are the last readable ones, so that a half-typed line does not empty the canvas.
 */
export interface DocumentState {
  readonly text: string
  readonly parsed: ParseResult
  readonly definition: Definition | null
  readonly graph: Graph
  readonly broken: boolean
  readonly history: History
  readonly change: TextChange | null
}

export interface PerformOptions {
  readonly label?: string
  readonly mergeKey?: string | undefined
}
export type Performed =
  | { readonly ok: true; readonly created: readonly string[]; readonly createdNotes: readonly string[] }
  | EditRefusal

/** The merged text with another user's changes, and a history whose undo leaves these changes in place. */
export interface MergedText {
  readonly text: string
  /** The splices from the previous text to the merged text. */
  readonly splices: readonly Splice[]
  readonly history: History
}

export interface DesignerDocument {
  readonly store: StoreApi<DocumentState>
  /** Applies edits in order as one undo step; all or none. Only `Session.apply` calls it. */
  perform(edits: Edit | readonly Edit[], options?: PerformOptions): Performed
  /** Precomputes the result of an edit, so that performing the edit is faster unless the text changes in between. */
  prepare(edit: Edit): void
  /** Sets the whole text as the user typed it. */
  type(text: string): void
  /** Replaces the text, by their text after a conflict or by a restored version. Undoable. */
  replace(text: string, label: string): void
  /** The text including pending typing. */
  current(): string
  /** Takes over a merge. A merge is no undo step, because another user made the changes. */
  merge(merged: MergedText): void
  undo(): boolean
  redo(): boolean
  /** Registers a holder of debounced typing; its `flush` is called before every edit. */
  holdTyping(flush: () => void): () => void
}

const emptyGraph: Graph = {
  workflow: { workflow_type: '', saga_enabled: false, fail_fast: true, timeout_includes_waits: false },
  nodes: [],
  edges: [],
}

/** The document reducer: every change of the draft goes through here and through `core/graph`. */
export function createDocument(
  text: string,
  history: History = emptyHistory,
  now: () => number = Date.now,
): DesignerDocument {
  const store = createStore<DocumentState>(() => ({
    ...read(parseIncrementally(text, null), text, { definition: null, graph: emptyGraph }),
    history,
    change: null,
  }))
  const holding = new Set<() => void>()
  let prepared: { readonly edit: Edit; readonly parsed: ParseResult; readonly result: EditResult } | null = null
  const flushTyping = () => {
    for (const flush of holding) flush()
  }
  const show = (next: string, changed: { history: History; change: TextChange }, parsed?: ParseResult) => {
    const before = store.getState()
    store.setState({
      ...read(parsed ?? parseIncrementally(next, before.parsed, changed.change.splices), next, before),
      ...changed,
    })
  }
  const travel = (move: (history: History, text: string) => HistoryMove | null) => {
    flushTyping()
    const state = store.getState()
    const moved = move(state.history, state.text)
    if (moved === null) return false
    const { history, splices, renamed } = moved
    const change = { origin: 'history', splices, created: [], ...(renamed === undefined ? {} : { renamed }) } as const
    show(moved.text, { history, change })
    return true
  }
  const rewrite = (next: string, label: string, origin: TextChange['origin'], mergeKey?: string) => {
    const state = store.getState()
    const splices = spliceBetween(state.text, next)
    if (splices.length === 0) return
    const change = { label, at: now(), before: state.text, splices, ...(mergeKey === undefined ? {} : { mergeKey }) }
    show(next, { history: record(state.history, change), change: { origin, splices, created: [] } })
  }

  return {
    store,
    prepare(edit) {
      const { text: current, parsed } = store.getState()
      prepared = { edit, parsed, result: applyEdit(current, edit, parsed) }
    },
    perform(edits, options) {
      flushTyping()
      const list: readonly Edit[] = Array.isArray(edits) ? edits : [edits as Edit]
      const before = store.getState()
      let next = before.text
      let { parsed } = before
      let splices: readonly Splice[] = []
      const created: string[] = []
      const createdNotes: string[] = []
      for (const edit of list) {
        const known = prepared?.edit === edit && prepared.parsed === parsed ? prepared.result : null
        prepared = null
        const result = known ?? applyEdit(next, edit, parsed)
        if (!result.ok) return result
        splices = next === before.text ? result.splices : spliceBetween(before.text, result.text)
        next = result.text
        parsed = result.parsed ?? parseIncrementally(next, parsed, result.splices)
        created.push(...result.created)
        createdNotes.push(...(result.createdNotes ?? []))
      }
      const [first] = list
      if (first === undefined || next === before.text) return { ok: true, created, createdNotes }
      const mergeKey = options?.mergeKey ?? (list.length === 1 ? editMergeKey(first) : undefined)
      const rename = list.find((edit) => edit.type === 'rename_step')
      const renamed = rename === undefined ? {} : { renamed: { from: rename.step, to: rename.name } }
      const entry = {
        label: options?.label ?? editLabel(first),
        at: now(),
        before: before.text,
        splices,
        ...(mergeKey === undefined ? {} : { mergeKey }),
        ...renamed,
      }
      const change: TextChange = {
        origin: 'edit',
        splices,
        created,
        ...renamed,
      }
      show(next, { history: record(before.history, entry), change }, parsed)
      return { ok: true, created, createdNotes }
    },
    type: (next) => rewrite(next, 'typing', 'typing', 'typing'),
    replace(next, label) {
      flushTyping()
      rewrite(next, label, 'replaced')
    },
    current() {
      flushTyping()
      return store.getState().text
    },
    merge({ text: next, splices, history: rebased }) {
      if (splices.length === 0) return
      show(next, { history: rebased, change: { origin: 'replaced', splices, created: [] } })
    },
    undo: () => travel(undo),
    redo: () => travel(redo),
    holdTyping(flush) {
      holding.add(flush)
      return () => holding.delete(flush)
    },
  }
}

/** Builds the state of a text; parts unchanged since the last readable text keep their identity. */
function read(
  parsed: ParseResult,
  text: string,
  last: Pick<DocumentState, 'definition' | 'graph'>,
): Pick<DocumentState, 'text' | 'parsed' | 'definition' | 'graph' | 'broken'> {
  if (parsed.definition === null) {
    return { text, parsed, definition: last.definition, graph: last.graph, broken: true }
  }
  const graph = decompile(parsed.definition, parsed.layout)
  const nodes = reuseEqual(last.graph.nodes, graph.nodes)
  const edges = reuseEqual(last.graph.edges, graph.edges)
  return { text, parsed, definition: parsed.definition, graph: { ...graph, nodes, edges }, broken: false }
}
