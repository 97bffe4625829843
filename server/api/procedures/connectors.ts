import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { removeConnector, saveConnector } from '../../connectors/change-connectors.ts'
import { listConnectors } from '../../connectors/list-connectors.ts'
import { procedure, router } from '../trpc/trpc.ts'

const { nameCharacters, documentBytes, operations } = limits.connectors

const name = z
  .string()
  .max(nameCharacters, `A name has at most ${nameCharacters} characters.`)
  .regex(/^[A-Za-z][\w-]*$/, 'A name consists of letters, digits, _ and -, and begins with a letter.')
const text = z.string().refine((written) => Buffer.byteLength(written) <= documentBytes, {
  error: `The document is larger than ${documentBytes / 1024} kB. Remove the operations that you do not need.`,
})

/** Connectors of the owner: operations of APIs that the picker of steps offers. */
export const connectorsRouter = router({
  list: procedure('workflow.read').query(({ ctx }) => listConnectors(ctx.stores.pool, ctx.actor)),
  save: procedure('workflow.edit')
    .input(
      z.strictObject({
        name,
        text,
        connection: z.string().min(1).max(limits.text.name).nullish(),
        operations: z.array(z.string().max(limits.text.name)).max(operations).optional(),
      }),
    )
    .mutation(({ ctx, input }) => saveConnector(ctx.stores.pool, ctx.actor, input)),
  remove: procedure('workflow.edit')
    .input(z.strictObject({ name }))
    .mutation(({ ctx, input }) => removeConnector(ctx.stores.pool, ctx.actor, input.name)),
})
