import type { ArgoTask, ArgoTemplate } from './read-argo.ts'

/** A task, and the tasks of its template that it depends on. */
export interface Placed {
  readonly task: ArgoTask
  readonly key: string
  readonly after: readonly string[]
  /** Its path in the template. */
  readonly path: readonly (string | number)[]
}

export const isComposed = ({ dag, steps }: ArgoTemplate): boolean => dag !== undefined || steps !== undefined
export const isEach = ({ withItems, withParam }: ArgoTask): boolean =>
  withItems !== undefined || withParam !== undefined
export const itemOf = (key: string): string => `${key}\nitem`
export const keyOf = (template: ArgoTemplate, task: string): string => `${template.name}\n${task}`

const alone = { depends: undefined, when: undefined, continueOn: {} }

/** The tasks of a template with their dependencies; a template without tasks counts as its only task. */
export function tasksOf(template: ArgoTemplate): readonly Placed[] {
  const { dag, steps, name, inputs } = template
  const place = (task: ArgoTask, after: readonly string[], path: Placed['path']): Placed => ({
    task,
    after,
    key: keyOf(template, task.name),
    path,
  })
  if (dag !== undefined) {
    return dag.tasks.map((task, index) =>
      place(task, task.dependencies ?? namesIn(task.depends), ['dag', 'tasks', index]),
    )
  }
  if (steps === undefined) {
    const given = inputs.parameters.map((one) => ({ ...one, value: `{{inputs.parameters.${one.name}}}` }))
    return [place({ ...alone, name, template: name, arguments: { parameters: given } }, [], [])]
  }
  return steps.flatMap((group, index) => {
    const before = (steps[index - 1] ?? []).map((task) => task.name)
    return group.map((task, at) => place(task, before, ['steps', index, at]))
  })
}

/** The task names in `A && B.Succeeded`. */
const namesIn = (depends = ''): readonly string[] => depends.match(/(?<![\w.-])[\w-]+/g) ?? []
