import { type ParallelStep, type ShortTask, type Step, wholeStep } from '#core/definition/definition.ts'
import { branchLists } from '#core/definition/inner-lists.ts'
import { limits } from '#core/limits.ts'
import type { Graph } from './graph.ts'
import { levelsOf } from './levels.ts'

/** One branch of a PARALLEL step, as the canvas draws it between the fork and the join. */
export interface Branch {
  /**
   * Id of its node, unique in the workflow: the name of a whole step; for a short task an id made of the PARALLEL step
   * and the task's name.
   */
  readonly id: string
  readonly name: string
  /** Index in `tasks`; null for what runs for each item of a list. */
  readonly at: number | null
  /** What the branch runs; of a short task, the step that it stands for. */
  readonly step: Step
  /** Whether the text has a whole step here, whose keys are edited like those of any step. */
  readonly whole: boolean
}

/** The inner graph of a PARALLEL step: its branches lie beside each other, without edges, from the fork to the join. */
export interface BranchGraph {
  readonly branches: readonly Branch[]
  /** Set where one branch runs for each item of a list. */
  readonly each?: {
    /** The expression of the list. */
    readonly list: string
    /** The name of the item in expressions. */
    readonly item: string
    readonly atOnce: number
  }
  readonly join: {
    readonly merge: NonNullable<ParallelStep['merge_strategy']>
    readonly conflict: NonNullable<ParallelStep['merge_conflict_behavior']>
    /** The step completes with the results of the branches that completed. */
    readonly partial: boolean
  }
}

export function branchGraph(step: ParallelStep): BranchGraph {
  const known = graphs.get(step)
  if (known !== undefined) return known
  const { iterate_over: list, item_var_name: item = 'item', batch_size = limits.run.parallelItemsAtOnce } = step
  const graph: BranchGraph = {
    branches: list === undefined ? tasksOf(step) : eachOf(step),
    ...(list !== undefined && { each: { list, item, atOnce: batch_size } }),
    join: {
      merge: step.merge_strategy ?? 'SHALLOW',
      conflict: step.merge_conflict_behavior ?? 'PREFER_NEW',
      partial: step.allow_partial_success === true,
    },
  }
  graphs.set(step, graph)
  return graph
}

/** Graphs by step: steps are immutable. */
const graphs = new WeakMap<ParallelStep, BranchGraph>()

/** Whether a step of that name is a task of a PARALLEL step anywhere in the workflow. */
export function isBranch(graph: Graph, name: string): boolean {
  return parallelAround(graph, name) !== null
}

/** The PARALLEL step that has the whole step as a task. */
export function parallelAround(graph: Graph, name: string): ParallelStep | null {
  for (const { nodes } of levelsOf(graph)) {
    for (const { step } of nodes) {
      if (step.type === 'PARALLEL' && branchLists(step).some(({ steps }) => steps[0]?.name === name)) return step
    }
  }
  return null
}

function tasksOf({ name: parallel, tasks = [] }: ParallelStep): readonly Branch[] {
  const ids = new Set<string>()
  return tasks.map((task, at): Branch => {
    const { name } = task
    const step = wholeStep(task)
    if (step !== undefined) return { id: name, name, at, step, whole: true }
    // Two tasks of one name are a problem, and are drawn all the same.
    const plain = `task:${JSON.stringify([parallel, name])}`
    const id = ids.has(plain) ? `task:${JSON.stringify([parallel, name, at])}` : plain
    ids.add(id)
    return { id, name, at, step: standsFor(task as ShortTask), whole: false }
  })
}

function eachOf(step: ParallelStep): readonly Branch[] {
  const { name: parallel, task, task_function: called = '' } = step
  if (task !== undefined) return [{ id: task.name, name: task.name, at: null, step: task, whole: true }]
  const id = `task:${JSON.stringify([parallel])}`
  const name = called.slice(called.lastIndexOf('.') + 1)
  return [{ id, name, at: null, step: { name, type: 'STANDARD', function: called }, whole: false }]
}

/** A short task as a step. */
function standsFor({ name, function: called = '', sub_workflow_type: child, input }: ShortTask): Step {
  if (child === undefined) return { name, type: 'STANDARD', function: called }
  return { name, type: 'SUB_WORKFLOW', sub_workflow_type: child, ...(input !== undefined && { input }) }
}
