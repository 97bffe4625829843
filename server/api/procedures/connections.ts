import { z } from 'zod'
import { connectionKinds } from '#core/definition/connections/kinds.ts'
import { limits } from '#core/limits.ts'
import {
  changeConnection,
  createConnection,
  removeConnection,
  testConnection,
} from '../../secrets/connections/change-connections.ts'
import { listConnections } from '../../secrets/connections/list-connections.ts'
import { procedure, router } from '../trpc/trpc.ts'

const { nameCharacters, workflowCharacters, workflows: mostWorkflows } = limits.secrets
const { fieldCharacters, secretBytes } = limits.connections

const name = z
  .string()
  .max(nameCharacters, `A name has at most ${nameCharacters} characters.`)
  .regex(/^[A-Za-z_]\w*$/, 'A name consists of letters, digits and _, and does not begin with a digit.')
const known = z.string().max(nameCharacters)
const key = z.string().max(nameCharacters)
const settings = z.record(key, z.string().max(fieldCharacters))
const secrets = z.record(key, z.string().max(secretBytes))
const workflows = z
  .array(z.string().min(1).max(workflowCharacters))
  .max(mostWorkflows, `A connection lists at most ${mostWorkflows} workflows.`)
  .transform((list) => [...new Set(list)])

/** Connections of the owner. No procedure answers with a secret. */
export const connectionsRouter = router({
  list: procedure('secret.use').query(({ ctx }) => listConnections(ctx.stores.pool, ctx.actor, ctx.secrets)),
  /** Mails that the example mail server of local mode has received; none where people log in. */
  exampleMails: procedure('run.read').query(({ ctx }) => ctx.exampleMails?.() ?? []),
  create: procedure('secret.admin')
    .input(z.strictObject({ name, kind: z.enum(connectionKinds), settings, secrets, workflows }))
    .mutation(({ ctx, input }) => createConnection(ctx.stores.pool, ctx.keyRing, ctx.actor, input)),
  change: procedure('secret.admin')
    .input(z.strictObject({ name: known, settings, secrets: secrets.optional(), workflows }))
    .mutation(({ ctx, input }) => changeConnection(ctx.stores.pool, ctx.keyRing, ctx.actor, input)),
  test: procedure('secret.use')
    .input(z.strictObject({ name: known }))
    .mutation(({ ctx, input }) => testConnection(ctx.stores.pool, ctx.actor, input.name)),
  remove: procedure('secret.admin')
    .input(z.strictObject({ name: known, evenIfUsed: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => removeConnection(ctx.stores.pool, ctx.actor, input)),
})
