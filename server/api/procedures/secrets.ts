import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { changeSecret, createSecret, removeSecret, replaceSecret } from '../../secrets/change-secrets.ts'
import { listSecrets } from '../../secrets/list-secrets.ts'
import { normalOrigin } from '../../secrets.ts'
import { procedure, router } from '../trpc/trpc.ts'

const {
  nameCharacters,
  shortestCharacters,
  valueBytes,
  origins: mostOrigins,
  workflows: mostWorkflows,
} = limits.secrets
const LONGEST_ORIGIN = 300

const name = z
  .string()
  .max(nameCharacters, `A name has at most ${nameCharacters} characters.`)
  .regex(/^[A-Za-z_]\w*$/, 'A name consists of letters, digits and _, and does not begin with a digit.')
const known = z.string().max(nameCharacters)

/** A shorter value would be found in ordinary text, where it cannot be redacted. */
const value = z
  .string()
  .min(shortestCharacters, `A value has at least ${shortestCharacters} characters.`)
  .refine((text) => Buffer.byteLength(text) <= valueBytes, `A value has at most ${valueBytes / 1_024} KB.`)
  .refine((text) => text.isWellFormed(), 'The value contains half of a character.')

const origins = z
  .array(
    z
      .string()
      .trim()
      .max(LONGEST_ORIGIN)
      .transform((entry, context) => {
        const origin = normalOrigin(entry)
        if (origin !== null) return origin
        context.addIssue({
          code: 'custom',
          message: 'An origin is scheme and host such as https://api.example.com, without a path.',
        })
        return z.NEVER
      }),
  )
  .min(1, 'Add an origin that may receive the secret, or let functions read it.')
  .max(mostOrigins, `A secret has at most ${mostOrigins} origins.`)
  .transform((list) => [...new Set(list)])
const workflows = z
  .array(z.string().min(1).max(limits.secrets.workflowCharacters))
  .max(mostWorkflows, `A secret lists at most ${mostWorkflows} workflows.`)
  .transform((list) => [...new Set(list)])

/** Stored secrets of the owner. No procedure answers with a value. */
export const secretsRouter = router({
  list: procedure('secret.use').query(({ ctx }) => listSecrets(ctx.stores.pool, ctx.actor, ctx.secrets)),
  create: procedure('secret.admin')
    .input(z.strictObject({ name, value, origins, workflows }))
    .mutation(({ ctx, input }) => createSecret(ctx.stores.pool, ctx.keyRing, ctx.actor, input)),
  replace: procedure('secret.admin')
    .input(z.strictObject({ name: known, value }))
    .mutation(({ ctx, input }) => replaceSecret(ctx.stores.pool, ctx.keyRing, ctx.actor, input)),
  change: procedure('secret.admin')
    .input(z.strictObject({ name: known, origins, workflows }))
    .mutation(({ ctx, input }) => changeSecret(ctx.stores.pool, ctx.actor, input)),
  remove: procedure('secret.admin')
    .input(z.strictObject({ name: known }))
    .mutation(({ ctx, input }) => removeSecret(ctx.stores.pool, ctx.actor, input.name)),
})
