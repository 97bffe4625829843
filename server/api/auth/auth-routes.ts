import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { actorOfSession } from '#server/identity/actor-of-session.ts'
import { confirmLogin } from '#server/identity/confirm-login.ts'
import { endAllSessions, endOneSession } from '#server/identity/end-sessions.ts'
import type { Session } from '#server/identity/find-session.ts'
import type { Identity } from '#server/identity/identity.ts'
import { changePassword, logIn, logInByCode, logOut } from '#server/identity/log-in.ts'
import { hasAddress } from '#server/identity/oidc/hidden-address.ts'
import { providerOfSession } from '#server/identity/oidc/provider-of-session.ts'
import { hasPassword } from '#server/identity/require-proof.ts'
import { resetPassword } from '#server/identity/reset-password.ts'
import {
  confirmSecondFactor,
  newBackupCodes,
  removeSecondFactor,
  startSecondFactor,
} from '#server/identity/second-factor.ts'
import { listSessions } from '#server/identity/sessions.ts'
import { setUp } from '#server/identity/setup.ts'
import { identityTuning } from '#server/identity/tuning.ts'
import { ApiError } from '../../api-error.ts'
import { checked, mediaType, readJson } from '../request/request-body.ts'
import { oidcRoutes } from './oidc-routes.ts'

const password = z.string().max(identityTuning.bodyBytes)
const code = z.string().min(1).max(64)
/** The password again, with a code where the second factor is on. */
const proof = z.strictObject({ password, code: z.string().max(64).optional() })
const invitation = z.string().max(200).optional()
const name = z.string().trim().min(1).max(80)

/**
 * `/api/auth`: log in and out, the sessions, password and second factor of the caller. These routes exist only where
 * people log in. Mutations take JSON alone, which no form of another site can send.
 */
export function authRoutes(identity: Identity): Hono {
  const app = new Hono()
  app.route('/', oidcRoutes(identity))

  const read = async <Value>(c: Context, schema: z.ZodType<Value>): Promise<Value> => {
    if (mediaType(c.req.raw) !== 'application/json')
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the header Content-Type: application/json.')
    return checked(schema, await readJson(c.req.raw, identityTuning.bodyBytes))
  }
  const sessionOf = async (c: Context): Promise<Session> => {
    const session = await identity.sessionOfCookies(c.req.header('cookie'))
    if (!session) throw new ApiError('UNAUTHENTICATED', 'Not signed in.')
    return session
  }

  app.get('/api/auth/session', async (c) => {
    const session = await identity.sessionOfCookies(c.req.header('cookie'), false)
    return c.json({
      session: session && {
        name: session.name,
        email: hasAddress(session.email) ? session.email : session.name,
        isBound: session.boundOwner !== null,
        secondFactor: session.hasSecondFactor,
        secondFactorShown: session.isSecondFactorShown,
        password: await hasPassword(identity.pool, session.userId),
        member: (await actorOfSession(identity.pool, session)) !== null,
        provider: await providerOfSession(identity, session.id),
      },
    })
  })
  app.post('/api/auth/setup', async (c) => {
    const { token, ...account } = await read(
      c,
      z.strictObject({ token: z.string().max(100), email: z.string(), name, password }),
    )
    await setUp(identity, c, token, account)
    return c.json({ done: true })
  })
  app.post('/api/auth/reset', async (c) => {
    const token = z.string().max(100)
    await resetPassword(identity, c, await read(c, z.strictObject({ account: token, token, password })))
    return c.json({ done: true })
  })
  app.post('/api/auth/login', async (c) =>
    c.json(
      await logIn(identity, c, await read(c, z.strictObject({ email: z.string().max(254), password, invitation }))),
    ),
  )
  app.post('/api/auth/login/code', async (c) =>
    c.json(await logInByCode(identity, c, 'app', await read(c, z.strictObject({ code, invitation })))),
  )
  app.post('/api/auth/login/backup-code', async (c) =>
    c.json(await logInByCode(identity, c, 'backup', await read(c, z.strictObject({ code, invitation })))),
  )
  app.post('/api/auth/logout', async (c) => {
    await read(c, z.strictObject({}))
    return c.json({ done: true, location: await logOut(identity, c) })
  })
  app.post('/api/auth/confirm', async (c) => {
    const body = await read(c, proof)
    await confirmLogin(identity, c, await sessionOf(c), body)
    return c.json({ done: true })
  })
  app.post('/api/auth/password', async (c) => {
    const body = await read(c, proof.extend({ newPassword: password }))
    await changePassword(identity, c, await sessionOf(c), body)
    return c.json({ done: true })
  })

  app.get('/api/auth/sessions', async (c) => {
    const { userId, id } = await sessionOf(c)
    return c.json({ sessions: await listSessions(identity.pool, userId, id) })
  })
  app.post('/api/auth/sessions/end', async (c) => {
    const body = await read(c, z.strictObject({ id: z.string().min(1).max(100) }))
    await endOneSession(identity, await sessionOf(c), body.id)
    return c.json({ done: true })
  })
  app.post('/api/auth/sessions/end-all', async (c) => {
    await read(c, z.strictObject({}))
    return c.json({ ended: await endAllSessions(identity, c, await sessionOf(c)) })
  })

  app.post('/api/auth/second-factor/start', async (c) => {
    const body = await read(c, z.strictObject({ password }))
    return c.json(await startSecondFactor(identity, c, await sessionOf(c), body.password))
  })
  app.post('/api/auth/second-factor/confirm', async (c) => {
    const body = await read(c, z.strictObject({ code }))
    await confirmSecondFactor(identity, c, await sessionOf(c), body.code)
    return c.json({ done: true })
  })
  app.post('/api/auth/second-factor/remove', async (c) => {
    const body = await read(c, proof)
    await removeSecondFactor(identity, c, await sessionOf(c), body)
    return c.json({ done: true })
  })
  app.post('/api/auth/second-factor/backup-codes', async (c) => {
    const body = await read(c, proof)
    return c.json(await newBackupCodes(identity, c, await sessionOf(c), body))
  })
  return app
}
