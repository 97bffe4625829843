import { createPlacement, type Placement, type RequestLayout } from '#components/canvas/layout/placement.ts'
import { createOverlayStore, type OverlayStore } from '#components/canvas/overlay-store.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { KnownNames } from '#core/definition/check/check-known-names.ts'
import type { Edit } from '#core/graph/edit.ts'
import type { Graph } from '#core/graph/graph.ts'
import { levelsOf } from '#core/graph/levels.ts'
import { freeNotes } from '#core/graph/notes.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import { allStepNames } from '../algorithms/steps/find-step.ts'
import { modelTexts } from '../texts/model.ts'
import {
  createDocument,
  type DesignerDocument,
  type DocumentState,
  type Performed,
  type PerformOptions,
} from './document/document.ts'
import { CanvasDirection } from './drawing/canvas-direction.ts'
import { CanvasDrawing } from './drawing/canvas-drawing.ts'
import { createExpansion, type Expansion } from './drawing/expansion-store.ts'
import { FlowStore } from './drawing/flow-store.ts'
import { Deferral, type ReadableStore } from './pacing/deferred-stores.ts'
import { ProblemFinder } from './problems/problem-finder.ts'
import { createProblemStore, type ProblemState } from './problems/problem-store.ts'
import { sayUnsureScripts } from './problems/say-unsure-scripts.ts'
import { Autosave, type AutosaveState } from './saving/autosave.ts'
import { createMerging, type DraftMerging } from './saving/draft-merging.ts'
import { takeSlot } from './saving/draft-slots.ts'
import { LocalCopy } from './saving/local-copy.ts'
import { storeCopies } from './saving/recovery-copies.ts'
import { reportNotStored } from './saving/report-not-stored.ts'
import { openDraft } from './saving/stored-draft.ts'
import { createSelectionStore, type Selection } from './selection-store.ts'
import type { CanvasPort, SessionDraft, SessionPorts } from './session-ports.ts'
import { createAnnotationStore } from './stores/annotation-store.ts'
import { createEdgeFocusStore } from './stores/edge-focus-store.ts'
import { createFindStore } from './stores/find-store.ts'
import { createGroupStore } from './stores/group-store.ts'
import { createGuideStore } from './stores/guide-store.ts'
import { createNoteStore } from './stores/note-store.ts'
import { createTrialStore, type TrialState } from './trial/trial-store.ts'
import { createValueTarget } from './value-target.ts'
import { createViewStore, type ViewState } from './view-store.ts'

/** Copies of the stores for the parts around the canvas, which follow after the frame in which the canvas shows an edit. */
export interface DeferredStores {
  readonly document: ReadableStore<DocumentState>
  readonly autosave: ReadableStore<AutosaveState>
  readonly selection: ReadableStore<Selection>
  readonly problems: ReadableStore<ProblemState>
  readonly trial: ReadableStore<TrialState>
  readonly view: ReadableStore<ViewState>
}

/** Edits made and shown on the canvas. */
const drawnEdits: ReadonlySet<Edit['type']> = new Set([
  'add_step',
  'insert_on_edge',
  'remove_steps',
  'connect',
  'disconnect',
  'reconnect',
  'move',
  'duplicate_steps',
  'paste_steps',
])

/**
 * One open workflow: its document and the stores of everything that shows it. Stores, not React state, so that parts
 * render alone. The session connects four actors, each with named states of its own: `Autosave` saves the draft to the
 * server, `LocalCopy` stores it in this browser, `ProblemFinder` checks it, `Deferral` lets the parts around the canvas
 * follow behind a frame. The session itself is `open` until `stop` makes it `stopped`, after which nothing is scheduled.
 */
export class Session {
  readonly name: string
  readonly document: DesignerDocument
  readonly autosave: Autosave
  readonly localCopy: LocalCopy
  readonly merging: DraftMerging
  readonly selection = createSelectionStore()
  readonly problems = createProblemStore()
  readonly view: ReturnType<typeof createViewStore>
  readonly trial = createTrialStore()
  readonly valueTarget = createValueTarget()
  readonly guides = createGuideStore()
  readonly notes = createNoteStore()
  readonly find = createFindStore()
  readonly groups = createGroupStore()
  readonly annotations = createAnnotationStore()
  readonly edgeFocus = createEdgeFocusStore()
  readonly overlay: OverlayStore = createOverlayStore()
  readonly flow: FlowStore
  readonly direction: CanvasDirection
  readonly placement: Placement
  readonly expansion: Expansion
  readonly requestLayout: RequestLayout
  readonly deferred: DeferredStores
  canvas: CanvasPort | null = null
  readonly #deferral: Deferral
  readonly #finder: ProblemFinder
  readonly #drawing: CanvasDrawing
  readonly #subscriptions: readonly (() => void)[]
  #state: 'open' | 'stopped' = 'open'

  constructor(name: string, draft: SessionDraft, ports: SessionPorts) {
    const slot = takeSlot(ports, name)
    const opened = openDraft(draft, slot.kept)
    const serverText = draft.unsent ? '' : draft.text
    this.name = name
    this.view = createViewStore(ports.dock)
    this.requestLayout = ports.requestLayout
    this.document = createDocument(opened.text, opened.history, ports.now)
    this.autosave = new Autosave(ports, {
      text: serverText,
      revision: draft.revision,
      at: Date.parse(draft.updatedAt),
      theirs: opened.theirs,
      ...(opened.base === undefined ? {} : { base: opened.base }),
    })
    const { document, autosave, problems, overlay } = this
    const { schedule } = ports
    this.localCopy = new LocalCopy({ slot, opened, document, autosave, isStored: ports.forgets !== true, schedule })
    this.merging = createMerging({
      document,
      autosave,
      storeCopies: (copies) => {
        if (!storeCopies(ports.storage, name, copies)) reportNotStored(copies)
      },
      merged: ports.merged,
      undecided: () => this.view.openDialog('conflict'),
      now: ports.now,
    })
    this.flow = new FlowStore(ports.requestEdgeRoutes)
    this.direction = new CanvasDirection(ports.preferredDirection)
    const directionOf = (graph: Graph) => this.direction.of(graph)
    this.placement = createPlacement(ports.requestLayout, directionOf)
    this.expansion = createExpansion(name, ports, () => this.direction.of(this.document.store.getState().graph))
    const { flow, placement, expansion } = this
    this.#finder = new ProblemFinder(document, problems, ports)
    this.#drawing = new CanvasDrawing({ document, problems, placement, expansion, flow, directionOf, overlay })
    this.#deferral = new Deferral(ports.afterFrame)
    // The deferral subscribes before the deferred stores do, so that it knows first which changes they follow late.
    const stopDeferring = document.store.subscribe(({ change }) => {
      if (change?.origin === 'history' || change?.origin === 'typing') this.#deferral.defer()
    })
    this.deferred = this.#deferredStores()
    this.#subscriptions = [stopDeferring, ...this.#connect()]
    this.#begin(opened.text !== serverText, opened.theirs !== null)
  }

  get state(): 'open' | 'stopped' {
    return this.#state
  }

  #deferredStores(): DeferredStores {
    const deferral = this.#deferral
    return {
      document: deferral.deferred(this.document.store),
      autosave: deferral.deferred(this.autosave.store),
      selection: deferral.deferred(this.selection.store),
      problems: deferral.deferred(this.problems.store),
      trial: deferral.deferred(this.trial.store),
      view: deferral.deferred(this.view.store),
    }
  }

  /** Lets each store follow the changes of the others. */
  #connect(): readonly (() => void)[] {
    const { document, autosave, selection, problems, view, placement, expansion, flow } = this
    return [
      document.store.subscribe((state, before) => this.#followDocument(state, before)),
      autosave.store.subscribe(({ state }, before) => {
        this.localCopy.changed()
        if (state.kind === 'conflict' && before.state.kind !== 'conflict') this.#reconcile()
      }),
      placement.store.subscribe(() => this.#drawing.showGraph()),
      expansion.store.subscribe(() => this.#drawing.showGraph()),
      // A closed loop shows the problems of the steps in it.
      expansion.store.subscribe(({ insides }, before) => {
        if (insides !== before.insides) this.#drawing.showOverlays()
      }),
      selection.store.subscribe((state) => flow.showSelection(state)),
      // Selecting another step ends the filling in of a newly added step.
      selection.store.subscribe(({ steps }) => problems.settle(steps)),
      view.store.subscribe(({ dialog }, before) => {
        if (dialog !== before.dialog && (dialog === 'publish' || dialog === 'run')) problems.settle()
      }),
      problems.store.subscribe(() => this.#drawing.showProblems()),
    ]
  }

  #followDocument(state: DocumentState, before: DocumentState): void {
    const { selection, trial } = this
    if (state.text !== before.text) this.autosave.changed(state.text)
    if (selection.store.getState().notes.size > 0 && state.text !== before.text) {
      selection.keepNotes(new Set(freeNotes(state.text).map(({ id }) => id)))
    }
    if (state.graph !== before.graph) this.#followGraph(state)
    if (state.graph !== before.graph || state.parsed.groups !== before.parsed.groups) this.#drawing.showGraph()
    if (state.parsed !== before.parsed) this.#finder.checkBehindChange()
    if (state.definition !== before.definition) trial.drafted(state.definition)
    if (state.change?.renamed && state.change !== before.change) trial.renamed(state.change.renamed)
    this.localCopy.changed()
  }

  #followGraph({ graph, definition, change }: DocumentState): void {
    const { selection } = this
    const { from, to } = change?.renamed ?? {}
    if (from !== undefined && to !== undefined) this.#drawing.renamed(from, to)
    this.#drawing.arrange()
    const isAny = selection.store.getState().edges.size > 0
    const edges = isAny
      ? levelsOf(graph).flatMap((level) => [...level.edges, ...terminalsOf(level).ends].map(({ id }) => id))
      : []
    selection.keepOnly(allStepNames(definition), new Set(edges), change?.renamed)
  }

  #begin(isUnsaved: boolean, isConflict: boolean): void {
    const { text, definition } = this.document.store.getState()
    this.#drawing.arrange()
    this.#drawing.showGraph()
    this.#finder.checkBehindCanvas()
    this.trial.drafted(definition)
    if (isUnsaved) this.autosave.changed(text)
    if (isConflict) this.#reconcile()
  }

  #reconcile(): void {
    this.merging.reconcile().catch(() => {
      this.autosave.undecided()
      showToast({
        tone: 'failed',
        title: modelTexts.couldNotMerge,
        detail: modelTexts.resolveItWithButtonNext,
      })
    })
  }

  /** Lays the steps without places in the text out again, in another direction. */
  rearrange(): void {
    this.#drawing.arrange()
    this.#drawing.showGraph()
  }

  /** Draws the document again where the canvas was drawn ahead of it. */
  redraw(): void {
    this.#drawing.showGraph()
  }

  /**
   * Applies edits as one undo step and selects the created elements. All edits of a user come through here. The caller
   * shows a refusal, as a field does below itself; `perform` is for callers without a place for it.
   */
  apply(edits: Edit | readonly Edit[], options?: PerformOptions & { select?: boolean }): Performed {
    const list: readonly Edit[] = Array.isArray(edits) ? edits : [edits as Edit]
    if (list.some(({ type }) => drawnEdits.has(type))) this.#deferral.defer()
    const done = this.document.perform(edits, options)
    if (!done.ok) return done
    for (const edit of list) {
      if (edit.type === 'rename_step') sayUnsureScripts(this.document.store.getState().definition, edit.step)
    }
    const isAny = done.created.length + done.createdNotes.length > 0
    if (isAny && options?.select !== false) this.selection.selectSteps(done.created, new Set(done.createdNotes))
    return done
  }

  /** Applies edits; a toast reports a refusal. */
  perform(edits: Edit | readonly Edit[], options?: PerformOptions & { select?: boolean }): boolean {
    const done = this.apply(edits, options)
    if (!done.ok) showToast({ tone: 'failed', title: modelTexts.notPossible, detail: done.message })
    return done.ok
  }

  /** Brings the deferred stores up to date, before the user interacts with the parts that read them. */
  catchUp(): void {
    this.#deferral.catchUp()
  }

  /** Tells the session which functions and workflows exist, once the server has answered. */
  know(names: KnownNames): void {
    this.#finder.know(names)
  }

  known(): KnownNames | null {
    return this.#finder.names
  }

  /** The problems of the text including pending typing, computed at once instead of after the delay. */
  problemsNow(): ProblemState {
    this.document.current()
    return this.#finder.checkNow()
  }

  /** Stores the draft, including pending typing, in this browser now, because the page may be closed; `left` when it closes. */
  storeCopy(left?: boolean): void {
    this.document.current()
    this.localCopy.write(left)
  }

  stop(): void {
    if (this.#state === 'stopped') return
    this.#state = 'stopped'
    this.localCopy.write(true)
    this.#deferral.catchUp()
    this.localCopy.stop()
    this.#finder.stop()
    this.autosave.stop()
    for (const unsubscribe of this.#subscriptions) unsubscribe()
  }
}
