import { type ControlFlow, controlFlow } from './control-flow.ts'
import type { Definition, Step } from './definition.ts'
import { type ParsedExpression, parseExpression } from './expression/parse-expression.ts'

/** A definition made ready to be decided about: its control flow, its steps by name, its expressions parsed once. */
export interface ExecutableDefinition {
  readonly definition: Definition
  readonly flow: ControlFlow
  /** Throws when there is no such step: names come from the definition's own edges and events. */
  step(name: string): Step
  expression(source: string): ParsedExpression
}

export function executable(definition: Definition): ExecutableDefinition {
  const steps = new Map(definition.steps.map((step) => [step.name, step]))
  const expressions = new Map<string, ParsedExpression>()
  return {
    definition,
    flow: controlFlow(definition),
    step(name) {
      const step = steps.get(name)
      if (!step) throw new Error(`The definition ${definition.workflow_type} has no step ${name}`)
      return step
    },
    expression(source) {
      const known = expressions.get(source)
      if (known) return known
      const parsed = parseExpression(source)
      expressions.set(source, parsed)
      return parsed
    },
  }
}
