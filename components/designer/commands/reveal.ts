import { showToast } from '#components/ui/overlay/toast-store.ts'
import { keysOfType } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Problem } from '#core/definition/problem.ts'
import { pathInStep, quickFixes, type Repair } from '#core/graph/quick-fixes.ts'
import { findStep } from '../algorithms/steps/find-step.ts'
import { sameData } from '../model/document/reuse-equal.ts'
import { type ProblemState, sortProblems } from '../model/problems/problem-store.ts'
import { problemsShown } from '../model/problems/problems-shown.ts'
import type { Session } from '../model/session.ts'
import type { InspectorSection } from '../model/view-store.ts'
import { commandsTexts } from '../texts/commands.ts'

/** Reveals a problem: its step on the canvas and its field, or its line if the problem belongs to no step. */
export function revealProblem(session: Session, problem: Problem): void {
  const { definition, broken } = session.document.store.getState()
  const found = problem.step === undefined || broken ? null : findStep(definition, problem.step)
  if (found !== null) {
    const { step, path } = found
    session.selection.selectStep(step.name)
    session.view.showStep(step.name)
    const field = problem.path.slice(path.length)
    const key = field[0]
    if (typeof key === 'string') session.view.showField(field, sectionOf(step.type, key))
  } else if (
    problem.step === undefined &&
    typeof problem.path[0] === 'string' &&
    !ownLists.has(problem.path[0]) &&
    !broken
  ) {
    session.selection.clear()
    session.view.showField(problem.path, 'main')
  } else session.view.showText(problem.range)
}

/** Reveals the line of a problem and selects its step. */
export function revealLine(session: Session, { step, range }: Problem): void {
  const { definition, broken } = session.document.store.getState()
  const found = step === undefined || broken ? null : findStep(definition, step)
  if (found !== null) session.selection.selectStep(found.step.name)
  session.view.showText(range)
}

/** Opens the problem list from the mark of a node, and reveals the field of the worst problem. */
export function revealProblemsOf(session: Session, step: string): void {
  const found = findStep(session.document.store.getState().definition, step)?.step
  const { byStep } = session.problems.store.getState()
  const open = session.expansion.store.getState().insides.has(step)
  const [worst] = sortProblems(found === undefined ? [] : problemsShown(found, byStep, open))
  if (worst === undefined) return
  session.view.openDock('problems')
  revealProblem(session, worst)
}

/** Keys of the workflow that no field shows. */
const ownLists: ReadonlySet<string> = new Set(['steps', 'layout', 'workflow_type'])

export function sectionOf(type: Step['type'], key: string): InspectorSection {
  return keysOfType(type).find((spec) => spec.key === key)?.section ?? 'main'
}

/** The certain repairs of a problem. */
export function repairsOf(session: Session, problem: Problem): readonly Repair[] {
  const { graph } = session.document.store.getState()
  return quickFixes(problem, { graph, known: session.known() })
}

/**
 * The first certain repair for the selection: of the worst problem of a step, or of the workflow's own problems if no
 * step is selected.
 */
export function repairOfSelected(
  session: Session,
  steps: ReadonlySet<string>,
  { all, byStep }: Pick<ProblemState, 'all' | 'byStep'>,
): Repair | undefined {
  const [step] = steps
  if (steps.size > 1) return undefined
  const problems = step === undefined ? all.filter((problem) => problem.step === undefined) : (byStep.get(step) ?? [])
  for (const problem of sortProblems(problems)) {
    const [repair] = repairsOf(session, problem)
    if (repair !== undefined) return repair
  }
  return undefined
}

export function mendSelected(session: Session): void {
  const problems = session.problemsNow()
  const repair = repairOfSelected(session, session.selection.store.getState().steps, problems)
  if (repair !== undefined) apply(session, repair)
}

/**
 * Applies a repair as one undo step; a toast reports a refusal. The repair was offered for an older text, so the
 * problem is looked up again in the current one.
 */
export function applyRepair(session: Session, problem: Problem, { title }: Repair): void {
  const found = session.problemsNow().all.find((one) => isSameProblem(one, problem))
  const repair = found && repairsOf(session, found).find((one) => one.title === title)
  if (repair !== undefined) apply(session, repair)
  else
    showToast({
      tone: 'failed',
      title: commandsTexts.nothingChanged,
      detail: commandsTexts.yamlChangedSinceThisFix,
    })
}

function apply(session: Session, repair: Repair): void {
  if ('edits' in repair) {
    session.perform(repair.edits, { label: repair.title })
    return
  }
  const { text } = session.document.store.getState()
  const { range, text: replacement, title } = repair
  session.document.replace(text.slice(0, range.start) + replacement + text.slice(range.end), title)
}

/** Line numbers are not compared: steps may have been added or removed above. */
function isSameProblem(one: Problem, other: Problem): boolean {
  return (
    one.code === other.code &&
    one.step === other.step &&
    one.message === other.message &&
    sameData(placeOf(one), placeOf(other))
  )
}

const placeOf = ({ step, path }: Problem) => (step === undefined || path[0] !== 'steps' ? path : pathInStep(path))
