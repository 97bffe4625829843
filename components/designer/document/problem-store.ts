import { createStore } from 'zustand/vanilla'
import type { Problem } from '#core/definition/problem.ts'
import { sameData } from './reuse-equal.ts'

export interface ProblemState {
  readonly all: readonly Problem[]
  /** By step name; a step whose problems did not change keeps its list. */
  readonly byStep: ReadonlyMap<string, readonly Problem[]>
}

export function createProblemStore() {
  const store = createStore<ProblemState>(() => ({ all: [], byStep: new Map() }))
  return {
    store,
    show(problems: readonly Problem[]) {
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
    },
  }
}
export type ProblemStore = ReturnType<typeof createProblemStore>

const weight = { error: 0, warning: 1, info: 2 } as const

/** Worst first, then in the order of the text. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => weight[a.severity] - weight[b.severity] || a.range.start - b.range.start)
}

export function worstSeverity(problems: readonly Problem[]): Problem['severity'] {
  return problems.reduce<Problem['severity']>(
    (worst, { severity }) => (weight[severity] < weight[worst] ? severity : worst),
    'info',
  )
}

/** The problems at a field of a step or of the workflow: at its path or anywhere below it. */
export function problemsAt(problems: readonly Problem[], path: readonly (string | number)[]): readonly Problem[] {
  return problems.filter((problem) => path.every((key, index) => problem.path[index] === key))
}

export function countWords(problems: readonly Problem[]): string {
  return problems.length === 1 ? '1 problem' : `${problems.length} problems`
}
