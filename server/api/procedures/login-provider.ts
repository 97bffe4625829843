import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { removeOwnProvider, saveOwnProvider } from '#server/identity/own-provider/change-own-provider.ts'
import { readOwnProvider } from '#server/identity/own-provider/read-own-provider.ts'
import { requireFreshLogin } from '../../access/fresh-login.ts'
import { ApiError } from '../../api-error.ts'
import { isDomain, isIssuer } from '../../oidc-settings.ts'
import type { Context } from '../context.ts'
import { procedure, router } from '../trpc/trpc.ts'

const bounds = limits.loginProvider

/** One line without characters that hide or turn text: it is shown on the page of the login. */
const line = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'Leave out line breaks and control characters.')

const settings = z.strictObject({
  name: line(bounds.nameCharacters, 'A name is required.'),
  issuer: z
    .string()
    .trim()
    .max(limits.members.issuerCharacters)
    .refine(isIssuer, 'Enter the issuer of the provider, such as https://login.example.com/realms/staff.'),
  clientId: line(bounds.clientCharacters, 'Enter the client id that the provider gave you.'),
  clientSecret: line(bounds.clientCharacters, 'Enter the client secret that the provider gave you.').optional(),
  scopes: line(bounds.scopeCharacters, 'Enter scopes.').refine(
    (text) => text.split(/\s+/).includes('openid'),
    'Scopes must contain openid.',
  ),
  groupsClaim: line(limits.members.claimCharacters, 'Enter the name of a claim.').nullable(),
  acr: z.array(line(bounds.acrCharacters, 'Enter a class of logins.')).max(bounds.acr),
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(bounds.domainCharacters)
        .refine(isDomain, 'Enter domains, such as example.com.'),
    )
    .max(bounds.domains)
    .transform((list) => [...new Set(list)]),
})

/** The login provider of the actor's owner. No procedure answers with its client secret. */
export const loginProviderRouter = router({
  get: procedure('member.admin').query(async ({ ctx }) => {
    const { ownerId } = ctx.actor
    const addresses = ctx.loginProviders?.addressesOf(ownerId) ?? null
    return { provider: await readOwnProvider(ctx.stores.pool, ownerId), addresses }
  }),
  save: procedure('member.admin')
    .input(settings)
    .mutation(({ ctx, input }) => saveOwnProvider(storesOf(ctx), ctx.actor, input)),
  test: procedure('member.admin').mutation(async ({ ctx }) => {
    const { actor, stores } = ctx
    requireFreshLogin(actor)
    const result = await loginProvidersOf(ctx).test(actor.ownerId)
    await recordAudit(stores.pool, {
      actor,
      action: 'provider.test',
      target: actor.ownerId,
      after: { works: result.works },
      outcome: 'done',
    })
    return result
  }),
  remove: procedure('member.admin').mutation(({ ctx }) => removeOwnProvider(storesOf(ctx), ctx.actor)),
})

function storesOf(ctx: Context) {
  // Local mode has no sessions.
  const endSessions = ctx.loginProviders?.endSessions ?? (async () => undefined)
  return { pool: ctx.stores.pool, ring: ctx.keyRing, endSessions }
}

function loginProvidersOf({ loginProviders }: Context) {
  if (loginProviders) return loginProviders
  throw new ApiError('CONFLICT', 'Nobody logs in here. Start Heddle with HEDDLE_AUTH=on.')
}
