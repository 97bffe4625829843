import { stepNameProblem } from '#core/definition/names.ts'
import { cleanTitle, titleBeside } from '#core/definition/title.ts'
import type { Edit } from '#core/graph/edit.ts'
import { idForTitle } from '#core/graph/edits/steps/names.ts'
import { allStepNames, findStep } from '../algorithms/steps/find-step.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'

/**
 * Gives a step a title; without one, its readable id is shown. The id of a step that is still being filled in follows
 * the title, later it stays. Returns the id of the step.
 */
export function titleStep(session: Session, step: string, typed: string): string {
  const { definition } = session.document.store.getState()
  const clean = cleanTitle(typed)
  const id = clean !== '' && session.problems.isBegun(step) ? freeId(session, step, clean) : step
  const title = titleBeside(id, clean)
  const edits: Edit[] = []
  if (id !== step) edits.push({ type: 'rename_step', step, name: id })
  if (title !== findStep(definition, step)?.step.title) {
    edits.push({ type: 'set_field', step: id, path: ['title'], ...(title === undefined ? {} : { value: title }) })
  }
  if (edits.length === 0) return step
  return session.perform(edits, { label: commandsTexts.titling }) ? id : step
}

function freeId(session: Session, step: string, title: string): string {
  const { definition } = session.document.store.getState()
  const others = new Set(allStepNames(definition))
  others.delete(step)
  return idForTitle(title, others)
}

/** Renames a step to the typed id, or to a valid id close to it. */
export function renameStep(session: Session, step: string, typed: string): void {
  const others = new Set(allStepNames(session.document.store.getState().definition))
  others.delete(step)
  const name = isUsual(typed) ? typed : idForTitle(typed, others)
  if (name !== step) session.perform({ type: 'rename_step', step, name })
}

const isUsual = (name: string) => stepNameProblem(name) === null
