import { idWithin, withOwner } from '#components/canvas/expansion/with-owner.ts'
import type { EdgeOverlay, NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { Step } from '#core/definition/definition.ts'
import { branchLevel } from '#core/graph/branch-level.ts'
import type { Graph } from '#core/graph/graph.ts'
import { loopBody } from '#core/graph/inner-graph.ts'
import { startId, terminalsOf } from '#core/graph/terminals.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { AtWorkers } from '#core/run/sentence/waiting.ts'
import type { RunState } from '#core/run/state.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import { type RunIndex, shownAt } from '../instant/run-index.ts'
import { startOfVisit } from '../step/start-of-visit.ts'
import { taskTitle } from '../step/task-title.ts'
import { branchOverlay } from './branch-overlay.ts'
import { fanCounts } from './fan-counts.ts'
import { rollUp } from './roll-up.ts'
import { roundsOf, type Stretch } from './rounds.ts'
import { runOverlay } from './run-overlay.ts'
import { terminalOverlay } from './terminal-overlay.ts'

/** A run to be drawn: with its own graph, or in a frame of another run's graph. */
export interface DrawnRun {
  readonly runId: string
  readonly workflow: string
  readonly graph: Graph
  readonly index: RunIndex
  /** Sequence number of the last event at the shown instant. */
  readonly seq: number
  /** The state of steps at the workers of their queues, where it is known. */
  readonly work?: readonly AtWorkers[]
}

/** The origin of a node of the drawing. */
export interface DrawnNode {
  readonly runId: string
  readonly workflow: string
  readonly step: Step
  /** The state of the node's run, at the instant or at the end of the picked round. */
  readonly state: RunState
  readonly index: RunIndex
  /** Sequence number of the run's last event by then. */
  readonly seq: number
  /** The node can be opened: it has a body, or a run below. */
  readonly opens: boolean
  readonly isOpen: boolean
  /** For an open LOOP: the drawn round, from 0, and the number of rounds so far. */
  readonly rounds: { readonly shown: number; readonly count: number } | null
  readonly childRunId: string | null
}

export interface RunDrawing {
  /** The graphs inside of open nodes, by node. */
  readonly insides: ReadonlyMap<string, Graph>
  readonly overlay: OverlayState
  readonly drawnNodes: ReadonlyMap<string, DrawnNode>
  /** Ids of opened runs that are not loaded yet. */
  readonly wanted: readonly string[]
}

export interface Look {
  /** Whether a node is open; a person's choice takes precedence over the default. */
  isOpen(id: string, step: Step): boolean
  /** The picked round of a loop; undefined for the last round. */
  pickedRound(id: string): number | undefined
}

/** Maximum depth of nested frames; deeper runs have a page of their own. */
const mostDepth = 3

/** A run with the open graphs inside of it, each in its state at the instant. */
export function drawRun(run: DrawnRun, look: Look, runOf: (runId: string) => DrawnRun | undefined): RunDrawing {
  const drawing = {
    insides: new Map<string, Graph>(),
    nodes: {} as Record<string, NodeOverlay>,
    edges: {} as Record<string, EdgeOverlay>,
    drawnNodes: new Map<string, DrawnNode>(),
    wanted: [] as string[],
  }

  const addLevel = (level: Graph, within: DrawnRun, owner: string | null, span: Stretch, depth: number) => {
    const idOf = (name: string) => (owner === null ? name : idWithin(owner, name))
    const state = shownAt(within.index, span.to)
    const startOf = (name: string) => startOfVisit(within.index.events, state.steps[name], name, span.to)
    const countsOf = (name: string) => fanCounts(within.index.events, name, state.steps[name]?.iteration ?? 0, span.to)
    const titleOf = (name: string) => taskTitle(within.index.events, state.steps[name], name, span.to)
    const own = runOverlay(level, state, startOf, within.work, countsOf, titleOf)
    const ways = terminalOverlay(level, state)
    const nodes = { ...own.nodes, ...ways.nodes }
    const edges = { ...own.edges, ...ways.edges }
    const start = owner === null && level === within.graph ? nodes[startId] : undefined
    if (start !== undefined) drawing.nodes[startId] = { ...start, ...startedBy(within.index.events[0]) }
    for (const { id, step } of level.nodes) {
      const drawn = idOf(id)
      const childRunId = childOf(within.index.events, step.name, span.to)
      const opens = depth < mostDepth && (step.type === 'LOOP' || step.type === 'PARALLEL' || childRunId !== null)
      const isOpen = opens && look.isOpen(drawn, step)
      const inner = isOpen && childRunId !== null ? runOf(childRunId) : undefined
      const rounds = isOpen && step.type === 'LOOP' ? roundsOf(within.index.events, step.name, span) : []
      const shown = Math.min(look.pickedRound(drawn) ?? Infinity, rounds.length - 1)
      const { runId, workflow } = within
      const count = rounds.length
      drawing.drawnNodes.set(drawn, {
        runId,
        workflow,
        step,
        state,
        index: within.index,
        seq: span.to,
        opens,
        isOpen,
        rounds: count === 0 ? null : { shown, count },
        childRunId,
      })
      drawing.nodes[drawn] = nodes[id] ?? {}
      if (step.type === 'LOOP' && isOpen) {
        const body = loopBody(step, level.workflow)
        drawing.insides.set(drawn, owner === null ? body : ownedBy(body, owner))
        // Before the first round no event belongs to the body.
        addLevel(body, within, owner, rounds[shown] ?? { from: span.to + 1, to: span.to }, depth + 1)
      }
      if (step.type === 'PARALLEL' && isOpen) {
        const fork = branchLevel(step, within.graph.workflow)
        drawing.insides.set(drawn, owner === null ? fork : ownedBy(fork, owner))
        const events = within.index.events.slice(0, span.to)
        const { nodes: branches, edges: between } = branchOverlay(step, fork, state, events)
        for (const [branch, look] of Object.entries(branches)) drawing.nodes[idOf(branch)] = look
        for (const [way, look] of Object.entries(between)) drawing.edges[idOf(way)] = look
        // A branch is selected with its step, whose details list the branches.
        const parallel = drawing.drawnNodes.get(drawn) as DrawnNode
        for (const { id: branch } of fork.nodes)
          drawing.drawnNodes.set(idOf(branch), { ...parallel, opens: false, isOpen: false })
      }
      if (childRunId === null || !isOpen) continue
      if (inner === undefined) drawing.wanted.push(childRunId)
      else {
        drawing.insides.set(drawn, ownedBy(inner.graph, drawn))
        const childState = shownAt(inner.index, inner.seq)
        const failedItems = (name: string) =>
          fanCounts(inner.index.events, name, childState.steps[name]?.iteration ?? 0, inner.seq)?.failed ?? 0
        const progress = rollUp(inner.graph, childState, failedItems)
        drawing.nodes[drawn] = { ...drawing.nodes[drawn], note: `${progress} · ${inner.workflow}` }
        addLevel(inner.graph, inner, drawn, { from: 1, to: inner.seq }, depth + 1)
      }
    }
    for (const { target } of terminalsOf(level).ends) drawing.nodes[idOf(target)] = nodes[target] ?? {}
    for (const [id, look] of Object.entries(edges)) drawing.edges[owner === null ? id : idWithin(owner, id)] = look
  }

  addLevel(run.graph, run, null, { from: 1, to: run.seq }, 0)
  const { insides, nodes, edges, drawnNodes, wanted } = drawing
  return { insides, overlay: { nodes, edges }, drawnNodes, wanted }
}

/** Who or what started a run. */
function startedBy(event: RunEvent | undefined): Pick<NodeOverlay, 'note'> {
  if (event?.type !== 'workflow.run.created') return {}
  const { parent, actor } = event.payload
  if (parent !== undefined) return { note: runGraphTexts.startedByStep(parent.step) }
  return { note: runGraphTexts.startedBy(actor.name ?? actor.id) }
}

/** A graph keeps its object identity per owner, so that its layout is computed once. */
function ownedBy(graph: Graph, owner: string): Graph {
  const byOwner = owned.get(graph) ?? new Map<string, Graph>()
  owned.set(graph, byOwner)
  const known = byOwner.get(owner) ?? withOwner(graph, owner)
  byOwner.set(owner, known)
  return known
}

const owned = new WeakMap<Graph, Map<string, Graph>>()

/**
 * The run that a step waits or waited for at that event; before the step has begun, the first run that it will start.
 */
function childOf(events: readonly RunEvent[], step: string, seq: number): string | null {
  const children = childrenIn(events).get(step)
  return (children?.findLast((child) => child.seq <= seq) ?? children?.[0])?.runId ?? null
}

interface Started {
  readonly seq: number
  readonly runId: string
}

/** The runs that steps started and wait for. Runs started by items of a PARALLEL step are shown with the items. */
function childrenIn(events: readonly RunEvent[]): ReadonlyMap<string, readonly Started[]> {
  const known = started.get(events)
  if (known !== undefined) return known
  const children = new Map<string, Started[]>()
  const unmade = new Set(
    events.flatMap((event) =>
      event.type === 'workflow.child.ended' && event.payload.never_began ? [event.payload.child_run_id] : [],
    ),
  )
  for (const event of events) {
    if (event.type !== 'workflow.child.spawned' || event.payload.detached || event.item !== undefined) continue
    if (unmade.has(event.payload.child_run_id)) continue
    const child = { seq: event.seq, runId: event.payload.child_run_id }
    const list = children.get(event.step)
    if (list) list.push(child)
    else children.set(event.step, [child])
  }
  started.set(events, children)
  return children
}

const started = new WeakMap<readonly RunEvent[], ReadonlyMap<string, readonly Started[]>>()
