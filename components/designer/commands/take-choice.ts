import type { NewStep } from '#core/graph/edit.ts'
import { type Choice, stepOfFunction } from '../algorithms/picker/choice.ts'
import type { Session } from '../model/session.ts'
import type { Adding } from '../model/view-store.ts'
import { pasteText } from './clipboard.ts'
import { addStep, connectSteps } from './step-commands.ts'

/** Whether the picker offers steps of templates here: they are pasted onto the canvas as they are. */
export const takesTemplates = ({ retype, onEdge, before, within, add }: Adding): boolean =>
  retype === undefined && onEdge === undefined && before === undefined && within === undefined && add === undefined

/** Adds what was chosen in the picker where the picker was opened, or changes the type of a step. */
export function takeChoice(session: Session, adding: Adding, { adds }: Choice): void {
  session.view.stopAdding()
  if ('step' in adds) takeStep(session, adding, adds.step)
  else if ('newFunction' in adds) {
    session.view.startFunction({
      wish: adds.newFunction,
      created: (name) => takeStep(session, adding, stepOfFunction(name)),
    })
  } else takeText(session, adding, adds.text)
}

function takeStep(session: Session, { retype, add, at: _, types: __, ...where }: Adding, step: NewStep): void {
  if (retype !== undefined) session.perform({ type: 'change_type', step: retype, to: step.type })
  else if (add !== undefined) add(step)
  else addStep(session, step, where)
}

function takeText(session: Session, { position, connect }: Adding, text: string): void {
  if (!pasteText(session, text, position) || connect === undefined) return
  const [first] = session.selection.store.getState().steps
  if (first !== undefined) connectSteps(session, connect.from, first, connect.kind)
}
