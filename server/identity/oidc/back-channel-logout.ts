import { errors, jwtVerify } from 'jose'
import { ApiError } from '../../api-error.ts'
import { unknownActor } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { accountKeyOf } from '../../oidc-settings.ts'
import type { Identity } from '../identity.ts'
import { identityTuning } from '../tuning.ts'
import { getProvider } from './begin-login.ts'
import type { ProviderClient } from './provider-client.ts'
import { applyLogout, type LoggedOut } from './provider-logouts.ts'

const { logoutTokenCharacters, logoutTokenSeconds, skewSeconds } = identityTuning.oidc
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Ends the sessions of a person who has logged out at the provider, or was logged out there (OpenID Connect Back-Channel
 * Logout 1.0). The provider's signature is what the caller shows; there is no cookie. A token that comes twice ends
 * nothing more. One that finds no session is kept for logins under way, and audited. Throws `INVALID_INPUT`, `NOT_FOUND`.
 */
export async function logOutByProvider(identity: Identity, providerId: string, token: string): Promise<void> {
  const provider = await getProvider(identity, providerId)
  const out = await readLogoutToken(provider, token)
  await inTransaction(identity.pool, async (client) => {
    const ended = await applyLogout(client, accountKeyOf(provider.settings), out)
    for (const userId of ended)
      await recordAudit(client, {
        actor: { ...unknownActor, id: userId },
        action: 'session.end_by_provider',
        target: userId,
        outcome: 'done',
      })
    if (ended.size === 0)
      await recordAudit(client, {
        actor: unknownActor,
        action: 'session.logout_by_provider',
        target: accountKeyOf(provider.settings),
        outcome: 'done',
      })
  })
}

async function readLogoutToken({ settings, discovered }: ProviderClient, token: string): Promise<LoggedOut> {
  const wrong = (cause?: unknown) =>
    Object.assign(new ApiError('INVALID_INPUT', 'This is no logout token of the provider.', 'logout_token'), { cause })
  if (token === '' || token.length > logoutTokenCharacters) throw wrong()
  const { configuration, keys } = await discovered()
  const { payload } = await jwtVerify(token, keys, {
    issuer: settings.issuer,
    audience: settings.clientId,
    // As for ID tokens: what the provider says that it signs with, and never a secret that two sides have.
    algorithms: asymmetric(configuration.serverMetadata().id_token_signing_alg_values_supported),
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: logoutTokenSeconds,
    clockTolerance: skewSeconds,
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) ? wrong(error) : error
  })
  const { events, nonce, sid, sub, iat = 0 } = payload
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  if (!isLogout || nonce !== undefined) throw wrong()
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const out = { providerSession: textOf(sid), subject: textOf(sub), at: iat }
  if (out.providerSession === null && out.subject === null) throw wrong()
  return out
}

function asymmetric(supported: readonly string[] = ['RS256']): string[] {
  return supported.filter((name) => /^(RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/.test(name))
}
