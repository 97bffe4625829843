import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import type { Identity } from '#server/identity/identity.ts'
import { logOutByProvider } from '#server/identity/oidc/back-channel-logout.ts'
import { beginLogin } from '#server/identity/oidc/begin-login.ts'
import { endLogin } from '#server/identity/oidc/end-login.ts'
import { identityTuning } from '#server/identity/tuning.ts'
import { ApiError } from '../../api-error.ts'
import { checked, mediaType, readJson, readText } from '../request/request-body.ts'

const PROVIDER_CHARACTERS = limits.directory.idCharacters + 20

const begun = z.strictObject({
  provider: z.string().max(PROVIDER_CHARACTERS),
  to: z.string().max(8_192).optional(),
  invite: z.string().max(100).optional(),
  fresh: z.boolean().optional(),
})

/** `/api/auth`: logins by identity providers. They are begun by a page of ours, and end with a redirect to one. */
export function oidcRoutes(identity: Identity): Hono {
  const app = new Hono()

  // With an owner, its own provider as well. An owner that does not exist answers like one without a provider.
  app.get('/api/auth/providers', async (c) => {
    const owner = canonicalId(c.req.query('owner') ?? '')
    const own = await identity.ownProvider(owner)
    const all = [...(own ? [own] : []), ...identity.providers]
    return c.json({ providers: all.map(({ settings: { id, name } }) => ({ id, name })) })
  })
  app.post('/api/auth/provider/login', async (c) => {
    if (mediaType(c.req.raw) !== 'application/json')
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the header Content-Type: application/json.')
    const body = checked(begun, await readJson(c.req.raw, identityTuning.bodyBytes))
    return c.json({ location: await beginLogin(identity, c, body) })
  })
  // The one route that another site leads to: the front exempts its navigations from the checks of the origin.
  app.get('/api/auth/callback/:provider', async (c) => c.redirect(await endLogin(identity, c, c.req.param('provider'))))
  // Asked by the provider itself, as its specification says: a form without a cookie, and the answer 400 to a bad token.
  app.post('/api/auth/provider/:provider/logout', async (c) => {
    if (mediaType(c.req.raw) !== 'application/x-www-form-urlencoded')
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send a form with the field logout_token.')
    const tokens = new URLSearchParams(await readText(c.req.raw, 2 * identityTuning.bodyBytes)).getAll('logout_token')
    try {
      await logOutByProvider(identity, c.req.param('provider'), tokens.length === 1 ? (tokens[0] ?? '') : '')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error
      return c.json({ error: 'invalid_request', error_description: error.message }, 400)
    }
    return c.body(null, 200)
  })
  return app
}
