import type { ParsedExpression } from '../expression/parse/parse-expression.ts'
import { parseOnce } from '../expression/parse/parse-once.ts'
import { type ControlFlow, runFlowOf } from './control-flow.ts'
import { type Definition, type LoopStep, rulesOf, type Step } from './definition.ts'

/** A definition prepared for the engine: everything that can be computed before a run, computed once. */
export interface ExecutableDefinition {
  readonly definition: Definition
  /** All steps in the order of the text, loop bodies and insertable steps included. */
  readonly steps: readonly Step[]
  /** Names of the steps that ask people. */
  readonly asking: readonly string[]
  /** The flow of the workflow's own list. */
  readonly flow: ControlFlow
  has(name: string): boolean
  /** The step with that name, loop bodies included. Throws when there is none. */
  step(name: string): Step
  /** The flow of the list that a step is in: the workflow's, or a loop's body. */
  flowOf(name: string): ControlFlow
  /** The loop whose body a step is in. */
  loopOf(name: string): LoopStep | undefined
  /** The loops around a step, the outermost first. */
  loopsAround(name: string): readonly LoopStep[]
  /** The inserter of a step: the step behind which it is inserted, and the rule. */
  inserterOf(name: string): Inserter | undefined
  /** Index in the text. */
  placeOf(name: string): number
  /** The parsed expression of a source; parsed once per source. */
  expression(source: string): ParsedExpression
}

interface Inserter {
  readonly after: string
  readonly rule: number
}

interface Known {
  readonly step: Step
  readonly location: number
  readonly flow: ControlFlow
  readonly around: readonly LoopStep[]
}

export function executable(definition: Definition): ExecutableDefinition {
  const known = new Map<string, Known>()
  const flow = collect(definition.steps, [], known)
  const inserters = new Map<string, Inserter>()
  for (const { step } of known.values()) {
    for (const [rule, { steps_to_insert: inserted }] of rulesOf(step).entries()) {
      for (const { name } of inserted) inserters.set(name, { after: step.name, rule })
    }
  }
  const parsed = new Map<string, ParsedExpression>()
  const find = (name: string): Known => {
    const found = known.get(name)
    if (found === undefined) throw new Error(`${definition.workflow_type} has no step ${name}`)
    return found
  }
  const steps = [...known.values()].map(({ step }) => step)
  return {
    definition,
    flow,
    steps,
    asking: steps.flatMap(({ type, name }) => (type === 'HUMAN' ? [name] : [])),
    has: (name) => known.has(name),
    step: (name) => find(name).step,
    flowOf: (name) => find(name).flow,
    loopOf: (name) => find(name).around.at(-1),
    loopsAround: (name) => find(name).around,
    inserterOf: (name) => inserters.get(name),
    placeOf: (name) => find(name).location,
    expression(source) {
      let expression = parsed.get(source)
      if (expression === undefined) {
        expression = parseOnce(source)
        parsed.set(source, expression)
      }
      return expression
    },
  }
}

function collect(list: readonly Step[], around: readonly LoopStep[], into: Map<string, Known>): ControlFlow {
  const { flow, steps } = runFlowOf(list)
  for (const step of steps) {
    if (!into.has(step.name)) into.set(step.name, { step, location: into.size, flow, around })
    if (step.type === 'LOOP') collect(step.loop_body, [...around, step], into)
  }
  return flow
}
