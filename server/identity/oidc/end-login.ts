import type { Context } from 'hono'
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { Pool } from 'pg'
import { ApiError } from '../../api-error.ts'
import { unknownActor } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { requestAddress } from '../../request-address.ts'
import { actorOfSession } from '../actor-of-session.ts'
import type { Session } from '../find-session.ts'
import type { Identity } from '../identity.ts'
import { clearedCookie, cookieOf } from '../session-cookie.ts'
import { identityTuning } from '../tuning.ts'
import { accountOf } from './account-of.ts'
import { getProvider, redirectUri, stateCookie } from './begin-login.ts'
import { LoginRefused } from './login-refused.ts'
import { type LoginState, openState } from './login-state.ts'
import type { ProviderClient } from './provider-client.ts'
import { needsUserInfo, type ProviderIdentity, readClaims } from './read-claims.ts'
import { startSession } from './start-session.ts'

/**
 * Ends a login by a provider, when the browser comes back from it. Returns the path to go on to: the page that led to
 * the login, or the login with the reason of a refusal. An answer that fits no login of this browser is no attempt: any page
 * can send one, and it neither counts nor ends the login that was begun.
 */
export async function endLogin(identity: Identity, c: Context, providerId: string): Promise<string> {
  const provider = await getProvider(identity, providerId)
  const name = stateCookie(identity)
  const login = openState(cookieOf(c.req.header('cookie') ?? null, name), identity.secret, Date.now())
  const search = new URL(c.req.url).search
  if (login?.provider !== providerId || new URLSearchParams(search).get('state') !== login.state)
    return refusedPath('state', login, provider)
  c.header('set-cookie', clearedCookie(name), { append: true })
  const attempt = { address: requestAddress(c.req.raw) }
  let known: string | null = null
  try {
    await identity.attempts.count('provider', attempt)
    const { person, idToken } = await exchange(identity, provider, login, search)
    const account = await accountOf(identity, provider, person, login.invite)
    known = account
    await logInAs(identity, c, account, { provider, person, idToken, isFresh: login.fresh === true })
    await identity.attempts.succeeded('provider', attempt)
    return login.to
  } catch (error) {
    const refused = asRefused(identity, error)
    if (refused.refusal !== 'attempts')
      await recordAudit(identity.pool, {
        actor: unknownActor,
        action: 'session.login',
        target: known ?? 'unknown account',
        outcome: 'refused',
      })
    return refusedPath(refused.refusal, login, provider)
  }
}

/** The login page, with the way by which the person has come. */
function refusedPath(refused: string, login: LoginState | null, { settings }: ProviderClient): string {
  const to: Record<string, string> = login && login.to !== '/' ? { to: login.to } : {}
  const owner: Record<string, string> = settings.isOwnersOwn ? { owner: settings.owner } : {}
  return `/login?${new URLSearchParams({ refused, ...owner, ...to })}`
}

interface Exchanged {
  readonly person: ProviderIdentity
  readonly idToken: string
}

/**
 * Changes the code for an ID token and reads it. `openid-client` judges state, issuer (also that of the answer),
 * audience, nonce, times, the age of the login where it must be fresh, and the signature.
 */
async function exchange(
  identity: Identity,
  provider: ProviderClient,
  login: LoginState,
  search: string,
): Promise<Exchanged> {
  const { configuration } = await provider.discovered()
  const tokens = await authorizationCodeGrant(
    configuration,
    new URL(redirectUri(identity, provider.settings.id) + search),
    {
      expectedState: login.state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.codeVerifier,
      idTokenExpected: true,
      ...(login.fresh && { maxAge: identityTuning.oidc.freshSeconds }),
    },
  )
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) throw new LoginRefused('response')
  const asks = needsUserInfo(provider.settings, claims) && configuration.serverMetadata().userinfo_endpoint
  const userInfo = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return { person: readClaims(provider.settings, claims, userInfo), idToken: tokens.id_token }
}

/**
 * Begins the session of the account, unless it is nobody's member. It replaces the earlier session of the browser; a
 * login that was to be fresh goes on in the owner in which that one acts, and with its entry there.
 */
async function logInAs(
  identity: Identity,
  c: Context,
  userId: string,
  { provider, person, idToken, isFresh }: Exchanged & { readonly provider: ProviderClient; readonly isFresh: boolean },
): Promise<void> {
  const { pool } = identity
  const { token, cookie } = await startSession(identity, c, userId, person, idToken)
  const session = await identity.sessionOfToken(token)
  const actor = session && (await actorOfSession(pool, session))
  if (!actor || (await changedMeanwhile(identity, provider))) {
    await pool.query('delete from session where "token" = $1', [token])
    throw new LoginRefused(actor ? 'provider' : 'member')
  }
  await recordAudit(pool, { actor, action: 'session.login', target: userId, outcome: 'done' })
  const earlier = await identity.sessionOfCookies(c.req.header('cookie'), false)
  if (earlier && isFresh && earlier.userId === userId && earlier.boundOwner === session.boundOwner)
    await takeOver(pool, earlier, session.id)
  if (earlier) await pool.query('delete from session where "id" = $1', [earlier.id])
  c.header('set-cookie', cookie, { append: true })
}

/** An owner's own provider may have been changed or removed since the login began, and its sessions have been ended. */
async function changedMeanwhile({ ownProvider }: Identity, provider: ProviderClient): Promise<boolean> {
  const { isOwnersOwn, owner } = provider.settings
  return isOwnersOwn === true && (await ownProvider(owner)) !== provider
}

async function takeOver(pool: Pool, { id, chosenOwner }: Session, newId: string): Promise<void> {
  await pool.query(
    `with entries as (update owner_entry set session_id = $2 where session_id = $1)
     update session set "chosenOwner" = $3 where "id" = $2`,
    [id, newId, chosenOwner],
  )
}

/** The refusal that an error means. What is the fault of the provider or of the settings is told in the log. */
function asRefused({ onError }: Identity, error: unknown): LoginRefused {
  if (error instanceof LoginRefused) return error
  if (error instanceof ApiError) {
    if (error.code === 'TOO_MANY_REQUESTS') return new LoginRefused('attempts')
    onError(error)
    return new LoginRefused(error.code === 'INVALID_INPUT' ? 'response' : 'server')
  }
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new LoginRefused('cancelled')
  onError(error)
  const isJudged =
    (error instanceof ResponseBodyError && error.error === 'invalid_grant') ||
    (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && error.code !== 'OAUTH_ABORT')
  return new LoginRefused(isJudged ? 'response' : 'provider', error)
}
