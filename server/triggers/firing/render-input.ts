import type { Pool } from 'pg'
import { variableUses } from '#core/definition/variables.ts'
import { type Rendering, renderTemplate } from '#core/expression/template/template.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { readVariables } from '#server/engine/store/variables.ts'

export interface TriggerNames {
  /** The ended run of a `run` trigger. */
  readonly run?: JsonObject
  readonly names?: Readonly<Record<string, Json>>
}

/**
 * A template of a trigger, with the names of its type and the variables of its owner as they are now. Variables are read
 * only where the template names one.
 */
export async function renderOfTrigger(
  { pool, ownerId }: { readonly pool: Pool; readonly ownerId: string },
  template: Json,
  { run = {}, names = {} }: TriggerNames,
): Promise<Rendering> {
  const used = [...new Set(variableUses(template).map(({ name }) => name))]
  const vars = used.length === 0 ? {} : { vars: { ...(await readVariables(pool, ownerId, used)) } }
  return renderTemplate(template, { input: {}, state: {}, steps: {}, run, names: { ...names, ...vars } })
}
