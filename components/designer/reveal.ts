import { keysOfType } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { Session } from './session.ts'
import type { InspectorSection } from './view-store.ts'

/** Goes to where a problem is: its step on the canvas and its field, or its line when it belongs to no step. */
export function revealProblem(session: Session, problem: Problem): void {
  const { definition, broken } = session.document.store.getState()
  if (problem.step === undefined || broken) {
    if (problem.path.length > 0 && problem.path[0] !== 'steps' && !broken) {
      session.selection.clear()
      session.view.showField(problem.path, 'main')
      return
    }
    session.view.showText(problem.range)
    return
  }
  session.selection.selectStep(problem.step)
  session.view.showStep(problem.step)
  const at = definition?.steps.findIndex((step) => step.name === problem.step) ?? -1
  const step = definition?.steps[at]
  const path = problem.path.slice(2)
  const key = path[0]
  if (step === undefined || typeof key !== 'string') return
  session.view.showField(path, sectionOf(step.type, key))
}

function sectionOf(type: Step['type'], key: string): InspectorSection {
  return keysOfType(type).find((spec) => spec.key === key)?.section ?? 'main'
}

/** Replaces what a certain fix replaces, as one undo step. */
export function applyFix(session: Session, problem: Problem): void {
  if (problem.fix === undefined) return
  const { text } = session.document.store.getState()
  const { range, text: replacement, title } = problem.fix
  session.document.replace(text.slice(0, range.start) + replacement + text.slice(range.end), title)
}
