import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { memberText } from '#core/expression/member.ts'
import type { JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../edit.ts'
import { stepsOf } from '../edits/raw/raw-step.ts'
import { canExtract, reach } from './can-extract.ts'
import { readsWhole } from './reads-whole.ts'
import { inputFields, ownKey, readFields, redirect, stepsAt, writtenKeys } from './references.ts'

/** The steps of a workflow on both sides of the split, with references to the other side rewritten. */
export interface Extraction {
  readonly ok: true
  readonly inside: readonly JsonObject[]
  readonly outside: readonly JsonObject[]
  /** State keys written inside, which are copied from the result. */
  readonly written: readonly string[]
}

/**
 * Splits the steps of a workflow. The sub-workflow gets the whole state and returns it, so that functions find the data
 * that they found before; results of steps are passed under the state key that they were written to.
 */
export function splitSteps(
  root: JsonObject,
  definition: Definition,
  names: ReadonlySet<string>,
  standIn: string,
): Extraction | EditRefusal {
  const permission = canExtract(definition, names)
  if (!permission.allowed) return refuse('not_allowed', permission.reason)
  const others = new Set(definition.steps.map(({ name }) => name).filter((name) => !names.has(name)))
  const stateOf = (name: string) => key(definition, name, 'state')
  const resultOf = (name: string) => key(definition, name, `steps${memberText(standIn)}.output`)
  const inside: JsonObject[] = []
  const outside: JsonObject[] = []
  for (const [index, step] of (stepsOf(root) as readonly JsonObject[]).entries()) {
    const { name } = definition.steps[index] as Step
    if (names.has(name)) {
      const child = withoutInput(step)
      if (child !== null)
        return refuse('not_allowed', `${child} receives the input of the workflow: set its input first.`)
      const hidden = hiddenInput(definition, names, step)
      if (hidden !== null) return refuse('not_allowed', `${name} reads ${hidden}`)
      const { step: moved, lost } = redirect(step, others, stateOf)
      if (lost !== null) return unreachable(name, lost)
      inside.push(moved)
    } else {
      const { step: kept, lost } = redirect(step, names, resultOf)
      if (lost !== null) return unreachable(name, lost)
      outside.push(kept)
    }
  }
  const written = writtenInside(definition, names, outside)
  return Array.isArray(written) ? { ok: true, inside, outside, written } : (written as EditRefusal)
}

/**
 * What the state must have from the sub-workflow: what its steps say they
 * write; where a function gives what it likes, what is read outside by name.
 */
function writtenInside(
  definition: Definition,
  names: ReadonlySet<string>,
  outside: readonly JsonObject[],
): string[] | EditRefusal {
  const steps = definition.steps.filter(({ name }) => names.has(name))
  const said = new Set(steps.flatMap(writtenKeys))
  const open = steps.find(givesAnything)
  if (open === undefined) return [...said]
  const flow = controlFlow(definition)
  const behind = reach(names, (name) => flow.outgoing(name).map(({ to }) => to))
  const opaque = definition.steps.find((step) => behind.has(step.name) && !names.has(step.name) && readsAnything(step))
  if (opaque !== undefined) {
    const message = `${opaque.name} may read anything that ${open.name} returns. Set an output_key for ${open.name} first.`
    return refuse('not_allowed', message)
  }
  return [...new Set([...said, ...readFields(outside)])]
}

const givingNothing: ReadonlySet<Step['type']> = new Set(['TRANSFORM', 'WAIT', 'FIRE_AND_FORGET'])

/** The fields of the result, or of an inner step's result, are merged into the state and are unknown. */
function givesAnything(step: Step): boolean {
  if (step.type === 'LOOP' && step.loop_body.some(givesAnything)) return true
  const giving = step.type === 'DECISION' ? step.function !== undefined : !givingNothing.has(step.type)
  return step.output_key === undefined && giving
}

/** A function gets the whole state. */
function readsAnything(step: Step): boolean {
  if ('function' in step || step.type === 'PARALLEL' || step.type === 'LOOP') return true
  return readsWhole(step as unknown as JsonObject, 'state')
}

function key(definition: Definition, name: string, place: string): string | null {
  const own = ownKey(definition, name)
  return own === null ? null : `${place}${memberText(own)}`
}

function unreachable(reader: string, giver: string): EditRefusal {
  const message = `${reader} reads the result of ${giver} across the selection. Set a separate output_key for ${giver}, so that it is stored in the state.`
  return refuse('not_allowed', message)
}

/** The reason why a sub-workflow without an input cannot be moved: it would get the input of the whole workflow. */
function withoutInput(step: JsonObject): string | null {
  const child = stepsAt(step).find(({ type, input }) => type === 'SUB_WORKFLOW' && input === undefined)
  return child === undefined ? null : String(child.name)
}

/**
 * The input of the sub-workflow is the state: an input field that an earlier step has overwritten is no longer in it.
 */
function hiddenInput(definition: Definition, names: ReadonlySet<string>, step: JsonObject): string | null {
  const read = inputFields(step)
  const whole = readsWhole(step, 'input')
  if (read.length === 0 && !whole) return null
  const flow = controlFlow(definition)
  const before = reach(names, (name) => flow.incoming(name).map(({ from }) => from))
  for (const writer of definition.steps) {
    if (names.has(writer.name) || !before.has(writer.name)) continue
    const written = writtenKeys(writer)
    if (whole && (written.length > 0 || givesAnything(writer))) {
      return `the whole input, and ${writer.name} writes to the state, which a sub-workflow receives as its input. Read individual fields first.`
    }
    const field = written.find((key) => read.includes(key))
    if (field === undefined) continue
    return `input.${field}, and ${writer.name} writes another ${field} to the state, which a sub-workflow receives as its input. Rename one of them first.`
  }
  return null
}
