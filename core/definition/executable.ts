import { type ControlFlow, controlFlow } from './control-flow.ts'
import type { Definition, Step } from './definition.ts'
import { type ParsedExpression, parseExpression } from './expression/parse-expression.ts'

/** A definition as the engine uses it: everything that can be known before a run, found once. */
export interface ExecutableDefinition {
  readonly definition: Definition
  readonly flow: ControlFlow
  /** The step of that name, also within loop bodies. Throws when there is none. */
  step(name: string): Step
  /** What an expression of the definition means; parsed once per source. */
  expression(source: string): ParsedExpression
}

export function executable(definition: Definition): ExecutableDefinition {
  const steps = new Map<string, Step>()
  collect(definition.steps, steps)
  const parsed = new Map<string, ParsedExpression>()
  return {
    definition,
    flow: controlFlow(definition),
    step(name) {
      const step = steps.get(name)
      if (step === undefined) throw new Error(`${definition.workflow_type} has no step ${name}`)
      return step
    },
    expression(source) {
      let known = parsed.get(source)
      if (known === undefined) {
        known = parseExpression(source)
        parsed.set(source, known)
      }
      return known
    },
  }
}

function collect(steps: readonly Step[], into: Map<string, Step>): void {
  for (const step of steps) {
    if (!into.has(step.name)) into.set(step.name, step)
    if (step.type === 'LOOP') collect(step.loop_body, into)
  }
}
