import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from './state.ts'

/** All steps of a run: those of the definition, and the instances of repeated steps that the run has begun. */
export function stepsInRun(executable: ExecutableDefinition, state: Pick<RunState, 'steps'>): readonly Step[] {
  const { steps, repeated } = executable
  if (repeated.length === 0) return steps
  const items = Object.keys(state.steps).filter((name) => executable.itemOf(name) !== undefined)
  return [...steps, ...inOrderOfItems(executable, new Set([...items, ...inFlight(state)]))]
}

export function namesInRun(executable: ExecutableDefinition, state: Pick<RunState, 'steps'>): readonly string[] {
  return stepsInRun(executable, state).map(({ name }) => name)
}

/** Instances that their PARALLEL steps have just opened. */
function inFlight({ steps }: Pick<RunState, 'steps'>): readonly string[] {
  return Object.values(steps).flatMap((step) =>
    step.status === 'fanned_out'
      ? step.fan.flight.flatMap((flying) => (flying.status === 'in_step' ? [flying.branch] : []))
      : [],
  )
}

function inOrderOfItems(executable: ExecutableDefinition, names: ReadonlySet<string>): readonly Step[] {
  const items = [...names].flatMap((name) => {
    const item = executable.itemOf(name)
    return item === undefined ? [] : [{ item, step: executable.step(name) }]
  })
  return items.sort((a, b) => a.item - b.item).map(({ step }) => step)
}
