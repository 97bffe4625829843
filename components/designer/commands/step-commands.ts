import { type Direction, turnedPoints } from '#components/canvas/layout/direction.ts'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import { layoutRequest } from '#components/canvas/layout/placement.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { afterFrame } from '#components/ui/pacing/after-frame.ts'
import { END, type Step, type StepType } from '#core/definition/definition.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import type { Edit, NewEdge, NewStep } from '#core/graph/edit.ts'
import { type EdgeKind, type EdgeRef, edgeRef, type Graph, type Position } from '#core/graph/graph.ts'
import { levelsOf, levelWith } from '#core/graph/levels.ts'
import { canConnect, defaultKind } from '#core/graph/rules.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import { placedNotes } from '../algorithms/positions/note-position.ts'
import { notesAfter } from '../algorithms/positions/notes-after.ts'
import { findStep } from '../algorithms/steps/find-step.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { chosenNotes, countWords, notesMovedBy } from './move-notes.ts'
import { addBefore } from './outline-commands.ts'
import {
  clearPosition,
  freePosition,
  insertEdits,
  pinPositions,
  textPosition,
  textPositionsOf,
} from './step-positions.ts'

/** The label of the default route on its edge. */
const otherwise = 'otherwise'
export interface AddOptions {
  readonly position?: Position
  readonly connect?: Omit<NewEdge, 'to'>
  readonly onEdge?: EdgeRef
  readonly before?: string
  /** The LOOP whose body the step joins. */
  readonly within?: string
}

/**
 * Adds a step, or one of a type. Without a position, the step is placed under the selected step and connected to it, if the
 * selected step leads nowhere yet. The name field of the new step gets the focus.
 */
export function addStep(session: Session, made: StepType | NewStep, options: AddOptions = {}): boolean {
  const { graph } = session.document.store.getState()
  const { steps } = session.selection.store.getState()
  const [selected] = steps.size === 1 ? steps : []
  const step: NewStep = typeof made === 'string' ? { type: made } : made
  if (options.onEdge !== undefined) {
    return added(
      session,
      session.perform(insertEdits(session, options.onEdge, step), { label: commandsTexts.insertingStep }),
    )
  }
  if (options.before !== undefined) {
    const position = options.position ?? freePosition(session, undefined)
    return added(session, addBefore(session, step, options.before, position))
  }
  const beside = options.connect?.from ?? (options.position ? undefined : selected)
  const inner = innerListOf(session, options.within, beside)
  if (options.within !== undefined) openInPlace(session, options.within)
  if (inner !== undefined) return addInside(session, step, inner, options, selected)
  const under = options.position === undefined ? selected : undefined
  const position = textPosition(session, clearPosition(session, options.position ?? freePosition(session, under)))
  const connect = options.connect ?? (under === undefined ? undefined : openEnd(graph, under))
  const edit: Edit = {
    type: 'add_step',
    step,
    position,
    ...(connect === undefined ? {} : { connect }),
    ...afterOf(connect?.from ?? selected),
  }
  return added(session, session.perform([...pinPositions(session), edit], { label: commandsTexts.addingStep }))
}

/** Shows an added step and focuses its name field. */
function added(session: Session, done: boolean): boolean {
  if (!done) return false
  const [created] = session.selection.store.getState().steps
  if (created !== undefined) {
    session.problems.begin(created)
    session.view.showStep(created)
  }
  session.view.showField(['title'], 'main')
  return true
}

/** Opens a step on the canvas, unless its inside is drawn already: a step that joins it is seen there. */
function openInPlace(session: Session, step: string): void {
  if (!session.expansion.store.getState().insides.has(step)) session.expansion.toggle(step)
}

/** Adds a whole step to the branches of a PARALLEL step. */
export function addBranch(session: Session, parallel: string, branch: NewStep): boolean {
  return added(
    session,
    session.perform({ type: 'add_branch', step: parallel, branch }, { label: commandsTexts.addingStep }),
  )
}

/** The list of inner steps that a new step joins: the body of the named loop, or the list that contains a step. */
function innerListOf(
  session: Session,
  loop: string | undefined,
  beside: string | undefined,
): readonly Step[] | undefined {
  const { definition } = session.document.store.getState()
  if (loop !== undefined) {
    const step = findStep(definition, loop)?.step
    return step?.type === 'LOOP' ? step.loop_body : []
  }
  const found = beside === undefined ? null : findStep(definition, beside)
  const around = found?.within.at(-1)
  return around && innerLists(around).find(({ steps }) => steps.some(({ name }) => name === beside))?.steps
}

/** Adds a step to such a list: after the step that it is connected to, or at the end. */
function addInside(
  session: Session,
  step: NewStep,
  list: readonly Step[],
  { connect: from, within }: AddOptions,
  selected: string | undefined,
): boolean {
  const { graph } = session.document.store.getState()
  const after = list.find(({ name }) => name === (from?.from ?? selected)) ?? list.at(-1)
  if (after === undefined) {
    const first: Edit = { type: 'add_step', step, ...(within === undefined ? {} : { within }) }
    return added(session, session.perform(first, { label: commandsTexts.addingStep }))
  }
  const connect = from ?? openEnd(levelWith(graph, after.name), after.name)
  const edit: Edit = { type: 'add_step', step, after: after.name, ...(connect === undefined ? {} : { connect }) }
  return added(session, session.perform(edit, { label: commandsTexts.addingStep }))
}

const afterOf = (step: string | undefined) => (step === undefined ? {} : { after: step })

/** The edge to a new step, if the selected step has no outgoing edge, or is a DECISION, which may always get a route. */
function openEnd(graph: Graph, from: string): Omit<NewEdge, 'to'> | undefined {
  const kind = defaultKind(graph, from)
  const taken = graph.edges.some((edge) => edge.source === from && edge.kind !== 'failure')
  return taken && kind !== 'route' ? undefined : { from, kind }
}

interface MoveOptions {
  readonly mergeKey?: string
  /** Positions in the text of notes that move along. */
  readonly notes?: Readonly<Record<string, Position>>
}

/** Writes the positions of dropped steps; after a refusal, they are drawn at their old positions. */
export function moveSteps(
  session: Session,
  moved: Readonly<Record<string, Position>>,
  { mergeKey, notes = {} }: MoveOptions = {},
): void {
  const ofSteps = textPositionsOf(session, moved)
  // Moved notes alone do not pin the positions of steps.
  const [pinned] = Object.keys(moved).length === 0 ? [] : pinPositions(session)
  const all = { ...(pinned?.type === 'move' ? pinned.positions : {}), ...ofSteps, ...notes }
  const [name, ...others] = Object.keys(ofSteps)
  const count = Object.keys(notes).length
  const words =
    count === 0 && others.length === 0 ? name : countWords(name === undefined ? 0 : others.length + 1, count)
  const label = commandsTexts.movingWords(words)
  if (!session.perform({ type: 'move', positions: all }, { label, mergeKey })) {
    session.redraw()
  }
}

/** Connects two steps; a toast reports a refusal. Without a kind, the edge has the kind that a plain drag creates. */
export function connectSteps(session: Session, from: string, to: string, kind?: EdgeKind): boolean {
  const { graph } = session.document.store.getState()
  const meant = kind ?? defaultKind(levelWith(graph, from), from)
  const permission = canConnect(graph, from, to, meant)
  if (!permission.allowed) {
    showToast({ tone: 'failed', title: commandsTexts.cannotConnectTheseSteps, detail: permission.reason })
    return false
  }
  if (!session.perform({ type: 'connect', from, to, kind: meant })) return false
  const after = levelWith(session.document.store.getState().graph, from)
  const ends = to === END ? terminalsOf(after).ends : after.edges
  const drawn = ends.find((edge) => edge.source === from && edgeRef(edge).to === to && edge.kind === 'route')
  // A second outgoing edge needs a condition: the condition is edited at its place on the edge.
  if (drawn !== undefined && drawn.label !== otherwise) session.view.editEdge(drawn.id)
  return true
}

/** Removes what is selected. Predecessors of removed steps lead to their successors, unless their edges are cut. */
export function removeSelection(session: Session, { cut = false }: { readonly cut?: boolean } = {}): void {
  const { graph } = session.document.store.getState()
  const { steps, edges, notes } = session.selection.store.getState()
  const disconnects = levelsOf(graph)
    .flatMap((level) => [...level.edges, ...terminalsOf(level).ends.filter(({ kind }) => kind === 'route')])
    .filter((edge) => edges.has(edge.id) && !steps.has(edge.source) && !steps.has(edge.target))
    .map((edge): Edit => ({ type: 'disconnect', edge: edgeRef(edge) }))
  const edits = [...disconnects, ...removalOf(graph, steps, !cut), ...removalOfNotes(notes)]
  if (edits.length > 0) session.perform(edits)
}

/** The offset of a copy from its original, in pixels. */
const aside: Position = { x: 32, y: 32 }

/** The edits that remove steps: one for each list of steps, the innermost first, because removing an outer step removes its inner steps. */
export function removalOf(graph: Graph, steps: ReadonlySet<string>, bridge = false): readonly Edit[] {
  return levelsOf(graph)
    .toReversed()
    .flatMap((level): readonly Edit[] => {
      const names = level.nodes.flatMap(({ id }) => (steps.has(id) ? [id] : []))
      return names.length > 0 ? [{ type: 'remove_steps', steps: names, ...(bridge ? { bridge } : {}) }] : []
    })
}

export const removalOfNotes = (notes: Iterable<string>): readonly Edit[] =>
  [...notes].map((note) => ({ type: 'write_note', note, text: '' }))

export function duplicateSelection(session: Session): void {
  const { steps } = session.selection.store.getState()
  const notes = chosenNotes(session)
  const copies = levelsOf(session.document.store.getState().graph).flatMap((level): readonly Edit[] => {
    const names = level.nodes.flatMap(({ id }) => (steps.has(id) ? [id] : []))
    return names.length === 0 ? [] : [{ type: 'duplicate_steps', steps: names, offset: aside }]
  })
  const ofNotes: readonly Edit[] =
    notes.length === 0 ? [] : [{ type: 'duplicate_steps', steps: [], notes, offset: aside }]
  const edits = [...copies, ...ofNotes]
  if (edits.length === 0) return
  const label = countWords(steps.size, notes.length)
  session.perform([...(copies.length > 0 ? pinPositions(session) : []), ...edits], {
    label: commandsTexts.duplicating(label),
  })
}

/** Arranges everything in layers, in the direction of the drawing or in another one, as one undo step. */
export async function tidyUp(session: Session, turnTo?: Direction): Promise<void> {
  const { graph, parsed, text } = session.document.store.getState()
  if (graph.nodes.length === 0) return
  const drawn = session.direction.of(graph)
  const direction = turnTo ?? drawn
  const before = drawnPositions(session)
  const groups = parsed.groups.map(({ steps }) => steps)
  const kept = direction === drawn ? before : turnedPoints(before)
  const found = await session.requestLayout({ ...layoutRequest(graph, direction), groups, before: kept })
  const positions = Object.fromEntries(graph.nodes.flatMap(({ id }) => (found[id] ? [[id, found[id]]] : [])))
  const notes = notesAfter(placedNotes(text, parsed.layout), before, positions)
  const edit: Edit = { type: 'move', positions: { ...positions, ...notes } }
  await drawInFrames(session, positions)
  session.document.prepare(edit)
  await nextFrame()
  if (session.perform(edit, { label: commandsTexts.tidyingUp })) session.view.fit()
  else session.redraw()
}

/** The drawn positions of the workflow's own steps: arranging again keeps their order. */
function drawnPositions(session: Session): LayoutPositions {
  const { graph } = session.document.store.getState()
  const found = session.placement.store.getState()
  return Object.fromEntries(
    graph.nodes.flatMap(({ id, placed, position }) => {
      const at = placed ? position : found[id]
      return at === undefined ? [] : [[id, at]]
    }),
  )
}

/** The number of steps that get their positions in one frame. */
const movedInFrame = 150

const nextFrame = () => new Promise<void>((resolve) => afterFrame(resolve))

/** Draws new positions over several frames before they are written: drawing all steps at once would be one long frame. */
async function drawInFrames(session: Session, positions: Readonly<Record<string, Position>>): Promise<void> {
  const places = Object.entries(positions)
  for (let from = 0; from < places.length; from += movedInFrame) {
    if (!session.flow.drawAhead(Object.fromEntries(places.slice(from, from + movedInFrame)))) return
    await nextFrame()
  }
}

/** Pixels by which Alt and an arrow key move the selection; with Shift, five times as far. */
export const nudge = 20

/** Moves the selected steps by this many pixels; a burst of key presses is one undo step. */
export function nudgeSelection(session: Session, x: number, y: number): void {
  const { steps, notes } = session.selection.store.getState()
  const moved = session.flow.store.getState().nodes.filter(({ id }) => {
    // A folded group moves with its steps.
    const own = session.flow.stepsOf(id)
    return own.length > 0 && own.every((step) => steps.has(step))
  })
  if (moved.length + notes.size === 0) return
  const positions = Object.fromEntries(moved.map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }]))
  moveSteps(session, positions, {
    mergeKey: `nudge ${[...steps, ...notes].join(' ')}`,
    notes: notesMovedBy(session, { x, y }),
  })
}
