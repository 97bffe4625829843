import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { KeyRing } from '../../secrets/key-ring.ts'
import { createProviderClient, type ProviderClient } from '../oidc/provider-client.ts'
import { identityTuning } from '../tuning.ts'
import { openOwnProvider, readOwnProvider } from './read-own-provider.ts'

export interface OwnProvidersOptions {
  /** The rows of all owners that a login needs. */
  readonly pool: Pool
  /** The rows of one owner. */
  readonly poolOf: (ownerId: string) => Pool
  readonly ring: KeyRing
  readonly httpAllow: readonly string[]
  readonly onError: (error: unknown) => void
}

/** The client of an active owner's own provider; null without one. */
export type FindOwnProvider = (ownerId: string) => Promise<ProviderClient | null>

/**
 * Clients of the providers of owners. Their settings are asked for each time, so that a change holds at once; the client,
 * with the metadata that it has read, stays while they are the same. Who names an unknown owner learns and costs nothing.
 */
export function createOwnProviders({ pool, poolOf, ring, httpAllow, onError }: OwnProvidersOptions): FindOwnProvider {
  const known = new Map<string, { readonly revision: string; readonly client: ProviderClient }>()

  const forget = (ownerId: string) => {
    const { client } = known.get(ownerId) ?? {}
    known.delete(ownerId)
    client?.close()
  }
  return async (ownerId) => {
    // Callers without a login name owners, and PostgreSQL takes no NUL.
    if (ownerId.includes('\0') || ownerId.length > limits.directory.idCharacters) return null
    const { rowCount } = await pool.query(`select from "owner" where id = $1 and status = 'active'`, [ownerId])
    if (rowCount === 0) return null
    const stored = await readOwnProvider(poolOf(ownerId), ownerId)
    const kept = known.get(ownerId)
    const revision = stored && `${stored.version} ${stored.updatedAt.toISOString()}`
    if (kept && kept.revision === revision) return kept.client
    forget(ownerId)
    const settings = stored && (await openOwnProvider(poolOf(ownerId), ring, ownerId))
    if (!settings || revision === null) return null
    const [oldest] = known.keys()
    if (known.size >= identityTuning.oidc.ownClients && oldest !== undefined) forget(oldest)
    // Administrators of owners choose the issuer: it is no address of the operator's, and may lead to no private host.
    const client = createProviderClient(settings, { httpAllow, onError, isIssuerAllowed: false })
    forget(ownerId)
    known.set(ownerId, { revision, client })
    return client
  }
}
