import type { Definition } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../edit.ts'
import { stepsOf } from '../edits/raw-step.ts'
import { canExtract } from './can-extract.ts'
import { ownKey, redirect } from './references.ts'

/** The steps of a workflow on both sides of the border, each reading what is on the other side from where it is then. */
export interface Extraction {
  readonly ok: true
  readonly inside: readonly JsonObject[]
  readonly outside: readonly Json[]
}

/**
 * Splits the steps of a workflow. The sub-workflow gets the whole state and
 * gives it back, so that functions find in it what they did before; results of
 * steps travel in it under the key that they were written to.
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
  const resultOf = (name: string) => key(definition, name, `steps.${standIn}.output`)
  const inside: JsonObject[] = []
  const outside: Json[] = []
  for (const [index, step] of stepsOf(root).entries()) {
    const name = definition.steps[index]?.name ?? ''
    if (!isJsonObject(step)) outside.push(step)
    else if (names.has(name)) {
      const child = withoutInput(step)
      if (child !== null)
        return refuse('not_allowed', `${child} gets the input of the workflow: say first what it gets.`)
      const { step: moved, lost } = redirect(step, others, stateOf)
      if (lost !== null) return unreachable(name, lost)
      inside.push(moved)
    } else {
      const { step: kept, lost } = redirect(step, names, resultOf)
      if (lost !== null) return unreachable(name, lost)
      outside.push(kept)
    }
  }
  return { ok: true, inside, outside }
}

function key(definition: Definition, name: string, place: string): string | null {
  const own = ownKey(definition, name)
  return own === null ? null : `${place}.${own}`
}

function unreachable(reader: string, giver: string): EditRefusal {
  const message = `${reader} reads the result of ${giver} across the border. Give ${giver} an output_key of its own: then the state carries it.`
  return refuse('not_allowed', message)
}

/** A sub-workflow without an input gets that of the whole workflow. */
function withoutInput(step: JsonObject): string | null {
  return step.type === 'SUB_WORKFLOW' && step.input === undefined ? String(step.name) : null
}
