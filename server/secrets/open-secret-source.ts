import { createPool } from '../db/pool.ts'
import type { SecretSource, Secrets } from '../secrets.ts'
import { openKeyRing } from './key-ring.ts'
import type { MasterKeySettings } from './master-key.ts'
import { openStoredSecrets } from './stored-secrets.ts'

export interface SecretSourceOptions {
  readonly databaseUrl: string
  /** The settings of this process. */
  readonly env: { readonly auth: boolean; readonly secrets: Secrets; readonly masterKey: MasterKeySettings }
  readonly log: (line: string) => void
}

/** Questions of one turn share a query, so a second connection is needed only while secrets are decrypted. */
const CONNECTIONS = 2

/** The secrets of a process that runs steps, over connections of its own. */
export function openSecretSource({ databaseUrl, env, log }: SecretSourceOptions): SecretSource & {
  close(): Promise<void>
} {
  const pool = createPool(databaseUrl, CONNECTIONS, (error) =>
    log(`a connection for secrets was lost: ${error.message}`),
  )
  const environment = env.auth ? null : env.secrets
  const source = openStoredSecrets({ pool, ring: openKeyRing(env.masterKey), environment, log })
  return { ...source, close: () => pool.end() }
}
