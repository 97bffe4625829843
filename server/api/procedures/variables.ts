import { z } from 'zod'
import { removeVariable, saveVariable } from '../../variables/change-variables.ts'
import { listVariables } from '../../variables/list-variables.ts'
import { variableDescription, variableName, variableValue } from '../request/variable-inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** Variables of the owner. */
export const variablesRouter = router({
  list: procedure('workflow.read').query(({ ctx }) => listVariables(ctx.stores.pool, ctx.actor)),
  save: procedure('variable.edit')
    .input(z.strictObject({ name: variableName, value: variableValue, description: variableDescription }))
    .mutation(({ ctx, input }) => saveVariable(ctx.stores.pool, ctx.actor, input)),
  remove: procedure('variable.edit')
    .input(z.strictObject({ name: variableName }))
    .mutation(({ ctx, input }) => removeVariable(ctx.stores.pool, ctx.actor, input.name)),
})
