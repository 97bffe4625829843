import type { ParsedExpression } from '../expression/parse/parse-expression.ts'
import { parseOnce } from '../expression/parse/parse-once.ts'
import { withAgentLoops } from './agent/agent-loop.ts'
import { type ControlFlow, flowOf, runFlowOf } from './control-flow.ts'
import { type Definition, type LoopStep, type ParallelStep, rulesOf, type Step } from './definition.ts'
import { branchLists } from './inner-lists.ts'

/** A step that runs other steps: a LOOP the steps of its body, a PARALLEL step its whole steps. */
export type ContainerStep = LoopStep | ParallelStep

/** A definition prepared for the engine: everything that can be computed before a run, computed once. */
export interface ExecutableDefinition {
  readonly definition: Definition
  /**
   * All steps in the order of the text; bodies of loops, whole steps of PARALLEL steps and insertable steps included. A
   * step that runs for each item of a list is in `repeated` instead.
   */
  readonly steps: readonly Step[]
  /** The steps that run for each item of a list. In a run each item has an instance, with a name of its own. */
  readonly repeated: readonly Step[]
  /** Names of the steps that ask people. */
  readonly asking: readonly string[]
  /** The flow of the workflow's own list. */
  readonly flow: ControlFlow
  has(name: string): boolean
  /** The step with that name: a step of the definition, or the instance for an item. Throws when there is none. */
  step(name: string): Step
  /** The flow of the list that a step is in: the workflow's, a loop's body, or that of a branch, which is alone. */
  flowOf(name: string): ControlFlow
  /** The step that runs a step: a LOOP or a PARALLEL step. */
  containerOf(name: string): ContainerStep | undefined
  /** The containers around a step, the outermost first. */
  around(name: string): readonly ContainerStep[]
  /** The inserter of a step: the step behind which it is inserted, and the rule. */
  inserterOf(name: string): Inserter | undefined
  /** Index in the text. */
  placeOf(name: string): number
  /** The name of the instance of a repeated step for an item. */
  instanceOf(name: string, item: number): string
  /** The item for which an instance runs; undefined for all other steps. */
  itemOf(name: string): number | undefined
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
  readonly around: readonly ContainerStep[]
  readonly item?: number
}

interface Collected {
  readonly known: Map<string, Known>
  readonly repeated: Map<string, Known>
}

export function executable(definition: Definition): ExecutableDefinition {
  const into: Collected = { known: new Map(), repeated: new Map() }
  const flow = collect(withAgentLoops(definition.steps), [], into)
  const { known, repeated } = into
  const inserters = new Map<string, Inserter>()
  for (const { step } of known.values()) {
    for (const [rule, { steps_to_insert: inserted }] of rulesOf(step).entries()) {
      for (const { name } of inserted) inserters.set(name, { after: step.name, rule })
    }
  }
  const parsed = new Map<string, ParsedExpression>()
  const prefixes = new Map(
    [...repeated.keys()].map((name) => [name, prefixOf(name, [...known.keys(), ...repeated.keys()])]),
  )
  const instances = new Map<string, Known>()
  const findInstance = (name: string): Known | undefined => {
    const made = instances.get(name)
    if (made !== undefined || prefixes.size === 0) return made
    for (const [template, prefix] of prefixes) {
      const item = name.startsWith(prefix) ? itemIn(name.slice(prefix.length), prefix) : null
      if (item === null) continue
      const one = instance(repeated.get(template) as Known, name, item)
      instances.set(name, one)
      return one
    }
    return undefined
  }
  const find = (name: string): Known => {
    const found = known.get(name) ?? repeated.get(name) ?? findInstance(name)
    if (found === undefined) throw new Error(`${definition.workflow_type} has no step ${name}`)
    return found
  }
  const steps = [...known.values()].map(({ step }) => step)
  return {
    definition,
    flow,
    steps,
    repeated: [...repeated.values()].map(({ step }) => step),
    asking: steps.flatMap(({ type, name }) => (type === 'HUMAN' ? [name] : [])),
    has: (name) => known.has(name) || findInstance(name) !== undefined,
    step: (name) => find(name).step,
    flowOf: (name) => find(name).flow,
    containerOf: (name) => find(name).around.at(-1),
    around: (name) => find(name).around,
    inserterOf: (name) => inserters.get(name),
    placeOf: (name) => find(name).location,
    instanceOf: (name, item) =>
      `${prefixes.get(name)}${item}${(prefixes.get(name) as string).endsWith('[[') ? ']]' : ']'}`,
    itemOf: (name) => (known.has(name) ? undefined : findInstance(name)?.item),
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

/** Instances are named `Ask[0]`, or `Ask[[0]]` where a step of the definition has a name that begins like that. */
function prefixOf(name: string, names: readonly string[]): string {
  const isTaken = names.some((other) => other.startsWith(`${name}[`))
  return isTaken ? `${name}[[` : `${name}[`
}

function itemIn(rest: string, prefix: string): number | null {
  const close = prefix.endsWith('[[') ? ']]' : ']'
  const digits = rest.endsWith(close) ? rest.slice(0, -close.length) : ''
  return /^(?:0|[1-9]\d{0,8})$/.test(digits) ? Number(digits) : null
}

function instance({ step: template, location, around }: Known, name: string, item: number): Known {
  const step = { ...template, name } as Step
  return { step, location, around, item, flow: flowOf([step]) }
}

function collect(list: readonly Step[], around: readonly ContainerStep[], into: Collected): ControlFlow {
  const { flow, steps } = runFlowOf(list)
  for (const step of steps) {
    if (!into.known.has(step.name)) into.known.set(step.name, { step, location: placeIn(into), flow, around })
    if (step.type === 'LOOP') collect(step.loop_body, [...around, step], into)
    if (step.type === 'PARALLEL') collectBranches(step, [...around, step], into)
  }
  return flow
}

function collectBranches(parallel: ParallelStep, around: readonly ContainerStep[], into: Collected): void {
  for (const { steps, first } of branchLists(parallel)) {
    if (first !== null) collect(steps, around, into)
    else if (parallel.iterate_over !== undefined) {
      for (const step of steps)
        into.repeated.set(step.name, { step, location: placeIn(into), flow: flowOf(steps), around })
    }
  }
}

const placeIn = ({ known, repeated }: Collected): number => known.size + repeated.size
