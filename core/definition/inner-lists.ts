import { type ParallelStep, rulesOf, type Step, wholeStep } from './definition.ts'

/** A list of steps within a step. */
export interface InnerList {
  /** From the step. */
  readonly path: readonly (string | number)[]
  readonly steps: readonly Step[]
  /**
   * Index of the first step in the list of the text; null where the path leads to the only step itself. Absent: 0.
   */
  readonly first?: number | null
}

/** Every step of a list, with those within, in the order of the text. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => [step, ...innerLists(step).flatMap((list) => allSteps(list.steps))])
}

/**
 * The lists of steps that a step holds: the body of a loop, the whole steps of PARALLEL (each a list of its own, because
 * no edge joins them), and what its rules insert.
 */
export function innerLists(step: Step): readonly InnerList[] {
  const body = step.type === 'LOOP' ? [{ path: ['loop_body'], steps: step.loop_body }] : []
  const branches = step.type === 'PARALLEL' ? branchLists(step) : []
  const inserted = rulesOf(step).map((rule, index) => ({
    path: ['dynamic_injection', 'rules', index, 'steps_to_insert'],
    steps: rule.steps_to_insert,
  }))
  return [...body, ...branches, ...inserted]
}

/** The path from the outer step to a step of the list. */
export function pathInList({ path, first = 0 }: InnerList, index: number): readonly (string | number)[] {
  return first === null ? path : [...path, first + index]
}

/** The whole steps of a PARALLEL step, each as a list of its own. */
export function branchLists({ tasks = [], task }: ParallelStep): readonly InnerList[] {
  const listed = tasks.flatMap((each, first): InnerList[] => {
    const step = wholeStep(each)
    return step === undefined ? [] : [{ path: ['tasks'], steps: alone(step), first }]
  })
  return task === undefined ? listed : [...listed, { path: ['task'], steps: alone(task), first: null }]
}

/** A list of one step: the same list for the same step, because flows and graphs are known by their list. */
function alone(step: Step): readonly Step[] {
  let list = lists.get(step)
  if (list === undefined) {
    list = [step]
    lists.set(step, list)
  }
  return list
}

const lists = new WeakMap<Step, readonly Step[]>()
