import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RequestWays } from '#components/canvas/edges/edge-routes.ts'
import { createPlacement, type Placement, type RequestLayout } from '#components/canvas/layout/placement.ts'
import { createOverlayStore, type OverlayStore } from '#components/canvas/overlay-store.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { checkReferences, type KnownNames } from '#core/definition/check/check-known-names.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import { checkAhead } from '#core/definition/incremental/parse-incrementally.ts'
import type { Edit } from '#core/graph/edit.ts'
import type { Position } from '#core/graph/graph.ts'
import { levelsOf } from '#core/graph/levels.ts'
import { freeNotes } from '#core/graph/notes.ts'
import { makeScene } from '../algorithms/drawing/scene.ts'
import { allStepNames } from '../algorithms/steps/find-step.ts'
import { createDocument, type DesignerDocument, type DocumentState, type PerformOptions } from './document/document.ts'
import { createExpansion, type Expansion } from './drawing/expansion-store.ts'
import { createFlowStore, type FlowStore } from './drawing/flow-store.ts'
import { edgeOverlays, nodeOverlays } from './drawing/overlays.ts'
import { createFollowing, type Followed } from './pacing/deferred-stores.ts'
import { createProblemStore, type ProblemState, type ProblemStore } from './problems/problem-store.ts'
import { sayUnsureScripts } from './problems/say-unsure-scripts.ts'
import { type Autosave, type AutosavePorts, type AutosaveState, createAutosave } from './saving/autosave.ts'
import { createMerging, type DraftMerging, type Merged } from './saving/draft-merging.ts'
import { type SlotPorts, takeSlot } from './saving/draft-slots.ts'
import { keepCopies } from './saving/recovery-copies.ts'
import { sayNotKept } from './saving/report-not-stored.ts'
import { openDraft } from './saving/stored-draft.ts'
import { createSelectionStore, type Selection, type SelectionStore } from './selection-store.ts'
import { type AnnotationStore, createAnnotationStore } from './stores/annotation-store.ts'
import { createEdgeFocusStore, type EdgeFocusStore } from './stores/edge-focus-store.ts'
import { createFindStore, type FindStore } from './stores/find-store.ts'
import { createGroupStore, type GroupStore } from './stores/group-store.ts'
import { createGuideStore, type GuideStore } from './stores/guide-store.ts'
import { createNoteStore, type NoteStore } from './stores/note-store.ts'
import { createTrialStore, type TrialState, type TrialStore } from './trial/trial-store.ts'
import { createViewStore, type ViewState, type ViewStore } from './view-store.ts'

export interface SessionDraft {
  readonly text: string
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: string
  /** Whether the draft comes from this browser because the server did not answer: the server's text is unknown. */
  readonly unsent?: boolean
}

export interface SessionPorts extends AutosavePorts, SlotPorts {
  readonly requestLayout: RequestLayout
  readonly requestWays: RequestWays
  /** The text of the newest published version of another workflow; null if nothing is published. */
  readPublished(workflow: string): Promise<string | null>
  /** Reports an automatic merge. */
  merged(merged: Merged): void
  /** Runs `perform` after the next frame is painted; the returned function cancels the call. */
  afterFrame(perform: () => void): () => void
}

/** The canvas operations that other parts may call while the canvas is on the screen. */
export interface CanvasPort {
  /** The middle of the viewport, in canvas pixels. */
  centre(): Position
  toScreen(position: Position): { readonly left: number; readonly top: number }
  zoom(): number
  zoomTo(zoom: number): void
  /** Moves the viewport so that an element drawn on the canvas is visible. */
  show(drawn: Element): void
}

/**
 * Delayed copies of the stores for the parts around the canvas: they follow after the frame in which the canvas shows
 * an edit.
 */
export interface Around {
  readonly document: Followed<DocumentState>
  readonly autosave: Followed<AutosaveState>
  readonly selection: Followed<Selection>
  readonly problems: Followed<ProblemState>
  readonly trial: Followed<TrialState>
  readonly view: Followed<ViewState>
  /** Brings the copies up to date before the user interacts with these parts. */
  catchUp(): void
}

/**
 * One open workflow: its document and everything that shows it. Stores, not React state, so that parts render alone.
 */
export interface Session {
  readonly name: string
  readonly document: DesignerDocument
  readonly autosave: Autosave
  readonly selection: SelectionStore
  readonly problems: ProblemStore
  readonly view: ViewStore
  readonly flow: FlowStore
  readonly placement: Placement
  readonly overlay: OverlayStore
  readonly trial: TrialStore
  readonly guides: GuideStore
  readonly notes: NoteStore
  readonly find: FindStore
  readonly groups: GroupStore
  readonly annotations: AnnotationStore
  readonly edgeFocus: EdgeFocusStore
  readonly expansion: Expansion
  readonly requestLayout: RequestLayout
  readonly merging: DraftMerging
  /** Whether this browser stores the typed text in case the server does not. */
  readonly kept: StoreApi<{ readonly kept: boolean }>
  readonly around: Around
  canvas: CanvasPort | null
  /** Draws the document again where the canvas was drawn ahead of it. */
  redraw(): void
  /** Applies edits as one undo step and selects the created elements; a toast reports a refusal. */
  perform(edits: Edit | readonly Edit[], options?: PerformOptions & { select?: boolean }): boolean
  /** Tells the session which functions and workflows exist, once the server has answered. */
  know(names: KnownNames): void
  known(): KnownNames | null
  /** The problems of the text including pending typing, computed at once instead of after the delay. */
  problemsNow(): ProblemState
  /**
   * Stores the draft, including pending typing, in this browser now because the page may be closed; `left` when it
   * closes.
   */
  keep(left?: boolean): void
  stop(): void
}

const keepDelayMs = 250
/** Problems are computed this long after the frame that shows an edit. */
const behindFrameMs = 50
/** Edits made and shown on the canvas. */
const drawn: ReadonlySet<Edit['type']> = new Set([
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
/** The check runs in slices of this length, so that the page stays responsive in between. */
const pieceMs = 10

export function createSession(name: string, draft: SessionDraft, ports: SessionPorts): Session {
  const slot = takeSlot(ports, name)
  const opened = openDraft(draft, slot.kept)
  const kept = createStore(() => ({ kept: ports.forgets !== true }))
  const document = createDocument(opened.text, opened.history, ports.now)
  const serverText = draft.unsent ? '' : draft.text
  const autosave = createAutosave(ports, {
    text: serverText,
    revision: draft.revision,
    at: Date.parse(draft.updatedAt),
    theirs: opened.theirs,
    ...(opened.base === undefined ? {} : { base: opened.base }),
  })
  const selection = createSelectionStore()
  const problems = createProblemStore()
  const view = createViewStore()
  const merging = createMerging({
    document,
    autosave,
    keepCopies: (copies) => {
      if (!keepCopies(ports.storage, name, copies)) sayNotKept(copies)
    },
    merged: ports.merged,
    undecided: () => view.openDialog('conflict'),
    now: ports.now,
  })
  const flow = createFlowStore(ports.requestWays)
  const placement = createPlacement(ports.requestLayout)
  const overlay = createOverlayStore()
  const trial = createTrialStore()
  const following = createFollowing(ports.afterFrame)
  // This subscription comes before any follower's, so that `following` knows first which changes hold the followers
  // back.
  const stopHolding = document.store.subscribe(({ change }) => {
    if (change?.origin === 'history' || change?.origin === 'typing') following.hold()
  })
  const around: Around = {
    document: following.follow(document.store),
    autosave: following.follow(autosave.store),
    selection: following.follow(selection.store),
    problems: following.follow(problems.store),
    trial: following.follow(trial.store),
    view: following.follow(view.store),
    catchUp: following.catchUp,
  }
  let known: KnownNames | null = null

  let cancelProblems = () => {}
  let isChecking = false
  const showProblems = () => {
    cancelProblems()
    isChecking = false
    const { parsed } = document.store.getState()
    const references =
      known === null || parsed.definition === null ? [] : checkReferences(parsed.definition, known, parsed.source)
    problems.show([...parsed.problems, ...references])
  }
  const findProblems = (begin: (perform: () => void) => void) => {
    cancelProblems()
    isChecking = true
    const ahead = checkAhead(document.store.getState().parsed)
    const checkSome = () => {
      const end = ports.now() + pieceMs
      while (!ahead.next().done) {
        if (ports.now() < end) continue
        cancelProblems = ports.schedule(checkSome, 0)
        return
      }
      showProblems()
    }
    begin(() => {
      cancelProblems = ports.schedule(checkSome, behindFrameMs)
    })
  }
  /** The change to be shown first may itself take longer than the delay, so the delay starts after it. */
  const behindChange = (perform: () => void) => {
    cancelProblems = ports.schedule(perform, 0)
  }
  /** The canvas is first drawn in the next frame or the one after. */
  const behindCanvas = (perform: () => void) => {
    cancelProblems = ports.afterFrame(() => {
      cancelProblems = ports.afterFrame(perform)
    })
  }
  const expansion = createExpansion(name, ports)
  const showOverlays = () => {
    const { definition, graph } = document.store.getState()
    const { all, byStep } = problems.store.getState()
    const { insides } = expansion.store.getState()
    overlay.setState((before) => ({
      nodes: nodeOverlays(definition?.steps ?? [], byStep, insides, before.nodes),
      edges: edgeOverlays(graph, all),
    }))
  }
  let groups: readonly StepGroup[] = []
  const showGraph = () => {
    const { graph, parsed } = document.store.getState()
    if (parsed.definition !== null) groups = parsed.groups
    const { insides } = expansion.store.getState()
    const positions = placement.store.getState()
    flow.showScene(makeScene({ graph, positions, groups, insides, placesIn: expansion.placesIn }))
  }
  const place = () => {
    placement.update(document.store.getState().graph).catch(() => {
      showToast({ tone: 'failed', title: 'Steps could not be arranged', detail: 'They are shown in one column.' })
    })
  }
  const keep = (left = false) => {
    cancelKeep()
    const { state, revision, base } = autosave.store.getState()
    const { text, history } = document.store.getState()
    // A window that only shows the draft must not overwrite unsaved text of another window.
    if (text === opened.text && history === opened.history && state.kind === 'saved') return
    const saved = state.kind === 'saved'
    kept.setState({ kept: slot.keep({ revision, text, saved, history, ...(saved ? {} : { base }) }, left) })
  }
  let cancelKeep = () => {}
  const keepSoon = () => {
    cancelKeep()
    cancelKeep = ports.schedule(() => keep(), keepDelayMs)
  }

  const reconcile = () => {
    merging.reconcile().catch(() => {
      autosave.undecided()
      showToast({
        tone: 'failed',
        title: 'Could not merge',
        detail: 'Decide what goes on by the button beside the name.',
      })
    })
  }

  const subscriptions = [
    stopHolding,
    document.store.subscribe((state, before) => {
      if (state.text !== before.text) autosave.changed(state.text)
      if (selection.store.getState().notes.size > 0 && state.text !== before.text) {
        selection.keepNotes(new Set(freeNotes(state.text).map(({ id }) => id)))
      }
      if (state.graph !== before.graph) {
        const { from, to } = state.change?.renamed ?? {}
        if (from !== undefined && to !== undefined) {
          problems.renamed(from, to)
          placement.renamed(from, to)
          expansion.renamed(from, to)
        }
        place()
        expansion.update(state.graph)
        const isAny = selection.store.getState().edges.size > 0
        const edges = isAny ? levelsOf(state.graph).flatMap((level) => level.edges.map(({ id }) => id)) : []
        selection.keepOnly(allStepNames(state.definition), new Set(edges), state.change?.renamed)
      }
      if (state.graph !== before.graph || state.parsed.groups !== before.parsed.groups) showGraph()
      if (state.parsed !== before.parsed) findProblems(behindChange)
      if (state.definition !== before.definition) trial.drafted(state.definition)
      if (state.change?.renamed && state.change !== before.change) trial.renamed(state.change.renamed)
      keepSoon()
    }),
    autosave.store.subscribe(({ state }, before) => {
      keepSoon()
      if (state.kind === 'conflict' && before.state.kind !== 'conflict') reconcile()
    }),
    placement.store.subscribe(showGraph),
    expansion.store.subscribe(showGraph),
    // A closed loop shows the problems of the steps in it.
    expansion.store.subscribe(({ insides }, before) => {
      if (insides !== before.insides) showOverlays()
    }),
    selection.store.subscribe(flow.showSelection),
    // Selecting another step ends the filling in of a newly added step.
    selection.store.subscribe(({ steps }) => problems.settle(steps)),
    view.store.subscribe(({ dialog }, before) => {
      if (dialog !== before.dialog && (dialog === 'publish' || dialog === 'run')) problems.settle()
    }),
    problems.store.subscribe((state) => {
      flow.showProblems(state.byStep)
      showOverlays()
    }),
  ]

  place()
  expansion.update(document.store.getState().graph)
  showGraph()
  findProblems(behindCanvas)
  trial.drafted(document.store.getState().definition)
  if (opened.text !== serverText) autosave.changed(opened.text)
  if (opened.theirs !== null) reconcile()

  return {
    name,
    document,
    autosave,
    selection,
    problems,
    view,
    flow,
    placement,
    overlay,
    trial,
    guides: createGuideStore(),
    notes: createNoteStore(),
    find: createFindStore(),
    groups: createGroupStore(),
    annotations: createAnnotationStore(),
    edgeFocus: createEdgeFocusStore(),
    expansion,
    requestLayout: ports.requestLayout,
    merging,
    kept,
    around,
    canvas: null,
    redraw: showGraph,
    perform(edits, options) {
      const list: readonly Edit[] = Array.isArray(edits) ? edits : [edits as Edit]
      if (list.some(({ type }) => drawn.has(type))) following.hold()
      const done = document.perform(edits, options)
      if (!done.ok) {
        showToast({ tone: 'failed', title: 'Not possible', detail: done.message })
        return false
      }
      for (const edit of list) {
        if (edit.type === 'rename_step') sayUnsureScripts(document.store.getState().definition, edit.step)
      }
      const isAny = done.created.length + done.createdNotes.length > 0
      if (isAny && options?.select !== false) selection.selectSteps(done.created, new Set(done.createdNotes))
      return true
    },
    known: () => known,
    know(names) {
      known = names
      if (!isChecking) showProblems()
    },
    problemsNow() {
      document.current()
      if (isChecking) showProblems()
      return problems.store.getState()
    },
    keep(left) {
      document.current()
      keep(left)
    },
    stop() {
      keep(true)
      following.catchUp()
      cancelKeep()
      cancelProblems()
      autosave.stop()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
