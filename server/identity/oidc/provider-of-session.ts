import { accountKeyOf } from '../../oidc-settings.ts'
import type { Identity } from '../identity.ts'
import type { ProviderClient } from './provider-client.ts'

/** The provider of a session's login; `id` is null for one that the settings do not name any more. */
export interface SessionProvider {
  readonly id: string | null
  readonly name: string
}

type Providers = Pick<Identity, 'providers' | 'ownProvider'>

/** The provider whose accounts are stored under the key. `boundOwner`: the session's, whose own provider it may be. */
export async function providerOfKey(
  { providers, ownProvider }: Providers,
  key: string | null,
  boundOwner: string | null,
): Promise<ProviderClient | null> {
  const own = boundOwner === null ? null : await ownProvider(boundOwner)
  return [...(own ? [own] : []), ...providers].find(({ settings }) => accountKeyOf(settings) === key) ?? null
}

/** The provider of the session's login; null for a login by password. */
export async function providerOfSession(
  identity: Providers & Pick<Identity, 'pool'>,
  sessionId: string,
): Promise<SessionProvider | null> {
  const { rows } = await identity.pool.query<{ provider: string | null; boundOwner: string | null }>(
    'select "provider", "boundOwner" from session where "id" = $1',
    [sessionId],
  )
  const { provider: key = null, boundOwner = null } = rows[0] ?? {}
  if (key === null) return null
  const settings = (await providerOfKey(identity, key, boundOwner))?.settings
  return { id: settings?.id ?? null, name: settings?.name ?? key }
}
