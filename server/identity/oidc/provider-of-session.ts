import type { Identity } from '../identity.ts'

/** The provider of a session's login; `id` is null for one that the settings do not name any more. */
export interface SessionProvider {
  readonly id: string | null
  readonly name: string
}

/** The provider of the session's login; null for a login by password. */
export async function providerOfSession(
  { pool, providers }: Identity,
  sessionId: string,
): Promise<SessionProvider | null> {
  const { rows } = await pool.query<{ provider: string | null }>('select "provider" from session where "id" = $1', [
    sessionId,
  ])
  const issuer = rows[0]?.provider ?? null
  if (issuer === null) return null
  const settings = providers.find((provider) => provider.settings.issuer === issuer)?.settings
  return { id: settings?.id ?? null, name: settings?.name ?? issuer }
}
