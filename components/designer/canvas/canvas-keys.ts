import { nudgeSelection } from '../commands.ts'
import type { Session } from '../session.ts'
import { type WalkDirection, walk } from './walk.ts'

const directions: Readonly<Record<string, WalkDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
/** Pixels that Alt and an arrow key move the selected steps; with Shift as well, five times as far. */
const nudge = 20

export interface CanvasKey {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Keys while a node has the focus: arrows walk, Shift and arrows take the steps
 * they reach into the selection, Alt and arrows move, Enter goes to the fields.
 * True when the key was used.
 */
export function pressCanvasKey(session: Session, current: string, key: CanvasKey): boolean {
  if (key.ctrlKey || key.metaKey) return false
  const direction = directions[key.key]
  if (direction === undefined) {
    if (key.key !== 'Enter' && key.key !== ' ') return false
    const { steps } = session.selection.store.getState()
    if (key.key === 'Enter' && steps.size === 1 && steps.has(current)) session.view.showField(['name'])
    else session.selection.selectStep(current)
    return true
  }
  if (key.altKey) {
    const pixels = key.shiftKey ? nudge * 5 : nudge
    if (!session.selection.store.getState().steps.has(current)) session.selection.selectStep(current)
    const sign = direction === 'up' || direction === 'left' ? -pixels : pixels
    const vertical = direction === 'up' || direction === 'down'
    nudgeSelection(session, vertical ? 0 : sign, vertical ? sign : 0)
    return true
  }
  const next = walk(session.flow.store.getState(), current, direction)
  if (next === null) return true
  if (key.shiftKey) session.selection.selectSteps([...session.selection.store.getState().steps, next])
  else session.selection.selectStep(next)
  session.view.showStep(next, true)
  return true
}
