import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { removeVariable, saveVariable } from '../../variables/change-variables.ts'
import { listVariables } from '../../variables/list-variables.ts'
import type { VariableEntry } from '../../variables/models.ts'
import type { Context } from '../context.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { variableDescription, variableName, variableValue } from '../request/variable-inputs.ts'
import { takesNoParameters } from './query.ts'

export const variableBody = z.strictObject({ value: variableValue, description: variableDescription })

/** A variable as the REST API shows it. */
export const variableObject = ({ usedBy, updatedBy, updatedAt, ...entry }: VariableEntry) => ({
  ...entry,
  used_by: usedBy,
  updated_by: updatedBy,
  updated_at: updatedAt,
})

/** `/v1/variables`: texts that expressions read as `vars.NAME`. */
export function variableRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.read')
    takesNoParameters(c)
    const items = await listVariables(context.stores.pool, actor)
    return c.json({ items: items.map(variableObject) })
  })

  routes.put('/:name', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'variable.edit')
    takesNoParameters(c)
    const written = checked(variableBody, await readJson(c.req.raw, limits.live.callBytes))
    const { name } = checked(z.strictObject({ name: variableName }), { name: c.req.param('name') })
    const { created } = await saveVariable(context.stores.pool, actor, { name, ...written })
    return c.json({ name, created }, created ? 201 : 200)
  })

  routes.delete('/:name', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'variable.edit')
    takesNoParameters(c)
    return c.json(await removeVariable(context.stores.pool, actor, c.req.param('name')))
  })

  return routes
}
