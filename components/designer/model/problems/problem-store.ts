import { createStore } from 'zustand/vanilla'
import type { Problem } from '#core/definition/problem.ts'
import { modelTexts } from '../../texts/model.ts'
import { sameData } from '../document/reuse-equal.ts'

export interface ProblemState {
  readonly all: readonly Problem[]
  /** Problems by step name; a step whose problems did not change keeps its list. */
  readonly byStep: ReadonlyMap<string, readonly Problem[]>
}

/** Problem codes that every newly added step has. They are shown as to-dos, not as errors. */
const expected: ReadonlySet<string> = new Set(['KEY_MISSING', 'STEP_UNREACHABLE'])

/** The problem of an empty draft: a hint, until the user wants to publish or to run the draft. */
const emptyDraft = 'STEPS_MISSING'

/** The number of problems worth a mark: an empty draft has none. */
export const countShown = (problems: readonly Problem[]): number =>
  problems.filter(({ code, severity }) => code !== emptyDraft || severity === 'error').length

/**
 * The problems of the draft. Empty fields of a newly added step are shown as to-dos with the severity `info` until the
 * field loses focus, the selection moves to another step, or the user opens the dialog to publish or run the draft.
 */
export function createProblemStore() {
  const store = createStore<ProblemState>(() => ({ all: [], byStep: new Map() }))
  let found: readonly Problem[] = []
  /** The newly added steps, with the keys whose fields have lost focus. */
  const beingFilledIn = new Map<string, Set<string>>()
  let isAsked = false
  const isToDo = ({ step, code, path }: Problem) => {
    if (code === emptyDraft) return !isAsked
    const left = step === undefined ? undefined : beingFilledIn.get(step)
    return left !== undefined && expected.has(code) && !path.some((key) => left.has(String(key)))
  }
  const refresh = () => {
    const problems = found.map((problem) => (isToDo(problem) ? { ...problem, severity: 'info' as const } : problem))
    const before = store.getState()
    if (sameData(before.all, problems)) return
    const byStep = new Map<string, Problem[]>()
    for (const problem of problems) {
      if (problem.step === undefined) continue
      const known = byStep.get(problem.step)
      if (known) known.push(problem)
      else byStep.set(problem.step, [problem])
    }
    const kept = new Map<string, readonly Problem[]>()
    for (const [step, list] of byStep) {
      const old = before.byStep.get(step)
      kept.set(step, old !== undefined && sameData(old, list) ? old : list)
    }
    store.setState({ all: problems, byStep: kept })
  }
  return {
    store,
    show(problems: readonly Problem[]) {
      found = problems
      refresh()
    },
    /** Records that a step was added and is about to be filled in. */
    begin(step: string) {
      beingFilledIn.set(step, new Set())
      refresh()
    },
    /** Is a step still being filled in? */
    isBegun: (step: string): boolean => beingFilledIn.has(step),
    /** Records that the field of a key lost focus without a change. */
    leave(step: string, key: string) {
      const left = beingFilledIn.get(step)
      if (left === undefined || left.has(key)) return
      left.add(key)
      refresh()
    },
    /** Ends the filling in of all steps except the named ones. */
    settle(except: ReadonlySet<string> = noSteps) {
      const begins = except === noSteps && !isAsked
      if (begins) isAsked = true
      const gone = [...beingFilledIn.keys()].filter((step) => !except.has(step))
      for (const step of gone) beingFilledIn.delete(step)
      if (gone.length > 0 || begins) refresh()
    },
    renamed(from: string, to: string) {
      const left = beingFilledIn.get(from)
      if (left === undefined) return
      beingFilledIn.delete(from)
      beingFilledIn.set(to, left)
    },
  }
}
const noSteps: ReadonlySet<string> = new Set()
export type ProblemStore = ReturnType<typeof createProblemStore>

const weight = { error: 0, warning: 1, info: 2 } as const

/** Problems sorted by severity, worst first, then by position in the text. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => weight[a.severity] - weight[b.severity] || a.range.start - b.range.start)
}

export function worstSeverity(problems: readonly Problem[]): Problem['severity'] {
  return problems.reduce<Problem['severity']>(
    (worst, { severity }) => (weight[severity] < weight[worst] ? severity : worst),
    'info',
  )
}

/** The problems at the path of a field of a step or of the workflow, or below that path. */
export function problemsAt(problems: readonly Problem[], path: readonly (string | number)[]): readonly Problem[] {
  return problems.filter((problem) => path.every((key, index) => problem.path[index] === key))
}

/** The count in words. To-dos are counted as such only if there are no other problems. */
export function countWords(problems: readonly Pick<Problem, 'severity'>[]): string {
  if (problems.length > 0 && problems.every(({ severity }) => severity === 'info'))
    return modelTexts.toDo(problems.length)
  return problems.length === 1 ? modelTexts.oneProblem : modelTexts.problems(problems.length)
}
