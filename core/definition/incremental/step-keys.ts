import { rulesOf, type Step } from '../definition.ts'

/** Do two steps have the same outgoing edges? Only the keys that make edges are compared. */
export function leadsAlike(a: Step, b: Step): boolean {
  return a === b || same(flowPart(a), flowPart(b))
}

/** Do two steps have the same effect on the types of the state and of their output? */
export function writesAlike(a: Step, b: Step): boolean {
  return a === b || same(typePart(a), typePart(b))
}

function flowPart({ name, type, next, dependencies, on_failure, ...step }: Step): unknown {
  const { routes = [] } = step as { routes?: readonly { condition?: string; target: string }[] }
  const ways = routes.map(({ condition, target }) => [target, condition === undefined])
  return [name, type, next, dependencies, on_failure, ways]
}

function typePart(step: Step): unknown {
  const { name, type, when, output_key } = step
  const own = step as Readonly<Record<string, unknown>> & Step
  return [
    name,
    type,
    when !== undefined,
    output_key,
    own.function !== undefined,
    ...['set', 'form', 'schema', 'mode', 'iterate_over', 'item_var_name', 'loop_body', 'tasks', 'task', 'disabled'].map(
      (key) => own[key],
    ),
    rulesOf(step),
  ]
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
