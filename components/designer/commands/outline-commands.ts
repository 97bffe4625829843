import { showToast } from '#components/ui/overlay/toast-store.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { NewStep } from '#core/graph/edit.ts'
import { uniqueName } from '#core/graph/edits/steps/names.ts'
import type { Position } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { type Joined, joinedAfter, joinedBefore, reordered, takeWaysOf } from '../algorithms/steps/around-step.ts'
import { allStepNames } from '../algorithms/steps/find-step.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { clearPosition, freePosition, pinPositions, textPosition } from './step-positions.ts'

/** The distance between a step and a step added before it. */
const rowAbove = 112

/** Opens the picker of the step to add before or after the selected step. */
export function startAddingBeside(session: Session, side: 'before' | 'after'): void {
  const [step] = session.selection.store.getState().steps
  if (step === undefined) return
  const graph = levelWith(session.document.store.getState().graph, step)
  const joined: Joined = side === 'after' ? joinedAfter(graph, step) : joinedBefore(graph, step)
  const position = side === 'after' ? freePosition(session, step) : positionAbove(session, step)
  session.view.startAdding({ position, at: pickerPosition(session, position), ...joined })
}

/** Asks which kind the selected step shall be. */
export function startRetyping(session: Session): void {
  const [step] = session.selection.store.getState().steps
  if (step === undefined) return
  const position = freePosition(session, step)
  session.view.startAdding({ position, at: pickerPosition(session, position), retype: step })
}

/** The position of the picker: beside the focused step, or at the position of the new step. */
function pickerPosition(session: Session, position: Position): { left: number; top: number } {
  const focused = document.activeElement?.closest('[data-action-scope]')?.getBoundingClientRect()
  if (focused !== undefined) return { left: focused.left + 24, top: focused.bottom }
  return session.canvas?.toScreen(position) ?? { left: 40, top: 120 }
}

function positionAbove(session: Session, step: string): Position {
  const at = session.flow.store.getState().nodes.find((node) => node.id === step)?.position ?? { x: 0, y: 0 }
  return { x: at.x, y: at.y - rowAbove }
}

/** Adds a step in front of another, whose incoming edges lead to the new step. */
export function addBefore(session: Session, made: NewStep, step: string, position: Position): boolean {
  const { graph: whole, definition } = session.document.store.getState()
  const graph = levelWith(whole, step)
  const name = uniqueName(made.name ?? catalogue[made.type].label, allStepNames(definition))
  // In the body of a loop it has no place of its own: the step says which list is meant.
  const where =
    graph === whole ? { position: textPosition(session, clearPosition(session, position)) } : { after: step }
  return session.perform(
    [
      ...pinPositions(session),
      { type: 'add_step', step: { ...made, name }, ...where },
      ...takeWaysOf(graph, step, { name, decides: made.type === 'DECISION' }),
    ],
    { label: commandsTexts.addingStepBefore(step) },
  )
}

/** The selected step changes places with its neighbour in the run, or says why not. */
export function reorderSelected(session: Session, direction: 'up' | 'down'): void {
  const [step] = session.selection.store.getState().steps
  if (step === undefined) return
  const reordering = reordered(levelWith(session.document.store.getState().graph, step), step, direction)
  if (!reordering.ok) {
    showToast({ tone: 'failed', title: commandsTexts.notMoved(direction), detail: reordering.why })
    return
  }
  session.perform(reordering.edits, { label: commandsTexts.moving(step, direction) })
}
