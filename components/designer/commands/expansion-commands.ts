import { announce } from '#components/ui/overlay/announce.ts'
import type { LoopStep, ParallelStep, SubWorkflowStep } from '#core/definition/definition.ts'
import { findStep } from '../algorithms/steps/find-step.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'

/** The one selected step, if it has an inside that can be drawn. */
export function selectedOpenable(session: Session): LoopStep | ParallelStep | SubWorkflowStep | null {
  const [step, ...others] = session.selection.store.getState().steps
  if (step === undefined || others.length > 0) return null
  const found = findStep(session.document.store.getState().definition, step)?.step
  return found?.type === 'LOOP' || found?.type === 'PARALLEL' || found?.type === 'SUB_WORKFLOW' ? found : null
}

export function toggleSelected(session: Session): void {
  const step = selectedOpenable(session)
  if (step === null) return
  session.expansion.toggle(step.name)
  const open = session.expansion.store.getState().insides.has(step.name)
  announce(open ? commandsTexts.isOpen(step.name) : commandsTexts.isClosed(step.name))
}

/** Opens a loop and goes to its first step; arrow keys go on from there. */
export function goInside(session: Session): void {
  const loop = selectedOpenable(session)
  if (loop?.type !== 'LOOP') return
  if (!session.expansion.store.getState().insides.has(loop.name)) session.expansion.toggle(loop.name)
  const [first] = loop.loop_body
  if (first === undefined) {
    announce(commandsTexts.hasNoStepsYet(loop.name))
    return
  }
  const go = () => {
    session.selection.selectStep(first.name)
    session.view.showStep(first.name, true)
  }
  const isThere = () => session.flow.store.getState().nodes.some(({ id }) => id === first.name)
  if (isThere()) {
    go()
    return
  }
  // Its place is still being found.
  const stop = session.flow.store.subscribe(() => {
    if (!isThere()) return
    stop()
    go()
  })
}
