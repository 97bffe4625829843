import type { GrantedSecrets, OwnerSecrets, SecretRefusal, Secrets } from '../secrets.ts'
import { connectionValues } from './connections/connection-values.ts'
import { findConnection } from './connections/find-connection.ts'
import type { DecryptedConnection } from './connections/read-connections.ts'

/** A secret as the engine holds it. `value` is null where its row does not decrypt. */
export interface DecryptedSecret {
  readonly name: string
  readonly version: number
  readonly origins: readonly string[]
  readonly workflows: readonly string[]
  readonly value: string | null
  /** Why there is no value. */
  readonly reason: string | null
}

export interface Snapshot extends OwnerSecrets {
  readonly revision: string
}

export interface SnapshotParts {
  readonly revision: string
  readonly stored: readonly DecryptedSecret[]
  readonly connections: readonly DecryptedConnection[]
  /** Secrets of the environment, which a stored secret of the same name hides; null when people log in. */
  readonly environment: Secrets | null
  /** The values of the snapshot before, which calls under way may still hold. */
  readonly former: OwnerSecrets | null
  readonly noteUse: (name: string) => void
  readonly noteConnection: (name: string) => void
}

/** Former values that are redacted beside the current ones. */
const FORMER_VALUES = 100

/** The secrets of an owner, as one read of the database found them. */
export function ownerSnapshot(parts: SnapshotParts): Snapshot {
  const { revision, stored, connections, environment, noteUse, noteConnection } = parts
  const byName = new Map(stored.map((secret) => [secret.name, secret]))
  const connectionByName = new Map(connections.map((connection) => [connection.name, connection]))
  return {
    revision,
    values: allValues(parts),
    readsEnvironment: environment !== null,
    grantedTo: (workflow) => grantedSecrets(byName, environment, workflow),
    noteUse(name) {
      if (byName.has(name)) noteUse(name)
    },
    connectionFor: (workflow, name) =>
      findConnection(connectionByName.get(name), environment?.connections ?? null, workflow, name),
    noteConnection(name) {
      if (connectionByName.has(name)) noteConnection(name)
    },
  }
}

function allValues({
  stored,
  connections,
  environment,
  former,
}: SnapshotParts): readonly (readonly [string, string])[] {
  const current = [
    ...[...connections, ...(environment?.connections ?? [])].flatMap(connectionValues),
    ...stored.flatMap(({ name, value }): [string, string][] => (value === null ? [] : [[name, value]])),
    ...(environment?.names ?? []).map((name): [string, string] => [name, environment?.find(name) ?? '']),
  ]
  const known = new Set(current.map(([, value]) => value))
  const before = (former?.values ?? []).filter(([, value]) => !known.has(value))
  return [...current, ...before.slice(0, FORMER_VALUES)]
}

function grantedSecrets(
  stored: ReadonlyMap<string, DecryptedSecret>,
  environment: Secrets | null,
  workflow: string,
): GrantedSecrets {
  const refusalOf = (name: string): SecretRefusal | null => {
    const secret = stored.get(name)
    if (!secret) return null
    if (secret.workflows.length > 0 && !secret.workflows.includes(workflow)) {
      const message = `The workflow ${workflow} may not use the secret ${name}. Add the workflow to the secret in the settings, under Secrets.`
      return { code: 'SECRET_NOT_ALLOWED', message }
    }
    if (secret.value !== null) return null
    return { code: 'SECRET_UNREADABLE', message: `The stored secret ${name} cannot be decrypted. ${secret.reason}` }
  }
  return {
    names: [...new Set([...stored.keys(), ...(environment?.names ?? [])])].sort(),
    find(name) {
      const secret = stored.get(name)
      if (!secret) return environment?.find(name)
      return refusalOf(name) === null ? (secret.value ?? undefined) : undefined
    },
    originsOf: (name) => stored.get(name)?.origins ?? environment?.originsOf(name) ?? [],
    isStored: (name) => stored.has(name),
    refusalOf,
  }
}
