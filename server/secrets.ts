import { connectionValues } from './secrets/connections/connection-values.ts'
import { environmentConnections } from './secrets/connections/environment-connections.ts'
import { findConnection } from './secrets/connections/find-connection.ts'
import type { FoundConnection, OpenedConnection } from './secrets/connections/opened-connection.ts'

/**
 * Secrets of the environment: HEDDLE_SECRET_NAME is the value, HEDDLE_ORIGINS_NAME lists the origins that may receive
 * it. A secret without origins is not usable: a workflow author must not choose its receiver.
 */
export interface Secrets extends SecretNames {
  readonly connections: readonly OpenedConnection[]
}

interface SecretNames {
  /** Names of all secrets that have a value, in order. */
  readonly names: readonly string[]
  find(name: string): string | undefined
  /** Origins of HTTP requests such as `https://api.example.com`, and the word `functions` for `context.secret(name)`. */
  originsOf(name: string): readonly string[]
}

/** The word in HEDDLE_ORIGINS_NAME that lets step functions read the secret. */
export const functionsOrigin = 'functions'

/** The word that stands alone for a secret by which calls of webhooks are verified. */
export const webhooksOrigin = 'webhooks'

/** A failed step's error about a secret, without its value. */
export interface SecretRefusal {
  readonly code: 'SECRET_NOT_ALLOWED' | 'SECRET_UNREADABLE'
  readonly message: string
}

/** The secrets that one workflow may use, from the store and the environment. */
export interface GrantedSecrets extends SecretNames {
  /** Whether the secret is stored: then its settings are on the page, and otherwise in the environment. */
  isStored(name: string): boolean
  /** Why there is no value, although there is a secret of this name; null when there is no such reason. */
  refusalOf(name: string): SecretRefusal | null
}

/** The secrets of one owner at one time. */
export interface OwnerSecrets {
  /** All values by name, also former ones, so that they are redacted. */
  readonly values: readonly (readonly [name: string, value: string])[]
  /** Whether secrets of the environment count, too: local mode. */
  readonly readsEnvironment: boolean
  grantedTo(workflow: string): GrantedSecrets
  /** A request or a function has got the secret. */
  noteUse(name: string): void
  /** The connection that a step of the workflow names, or why it may not use it. */
  /** Null stands for a test by a person, which every connection allows. */
  connectionFor(workflow: string | null, name: string): FoundConnection
  noteConnection(name: string): void
}

/** An access token of OAuth 2.0. */
export interface AccessToken {
  readonly accessToken: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly refreshToken?: string
}

/** The port by which the executors of a process get secrets. */
export interface SecretSource {
  /** The secrets of an owner as they are now. It rejects when they cannot be read. */
  fresh(ownerId: string): Promise<OwnerSecrets>
  /** The secrets of an owner as they were last read here; null before that. */
  known(ownerId: string): OwnerSecrets | null
  /**
   * The access token of a stored connection: the stored one if it is usable, or a new one, which is then stored. Of several
   * processes, one renews it and the others wait for it. Absent: nothing is stored here.
   */
  currentToken?(
    ownerId: string,
    connection: OpenedConnection,
    isUsable: (token: AccessToken) => boolean,
    renew: (former: AccessToken | null) => Promise<AccessToken>,
  ): Promise<AccessToken>
  /** All secrets that were read here, for the log. */
  all(): Iterable<OwnerSecrets>
}

type Variables = Readonly<Record<string, string | undefined>>

const valuePrefix = 'HEDDLE_SECRET_'
const originsPrefix = 'HEDDLE_ORIGINS_'

export function readSecrets(variables: Variables): Secrets {
  const values = withPrefix(variables, valuePrefix)
  const origins = new Map(
    [...withPrefix(variables, originsPrefix)].map(([name, list]) => [
      name,
      entriesOf(list).flatMap((entry) => normalOrigin(entry) ?? []),
    ]),
  )
  return {
    names: [...values.keys()].sort(),
    find: (name) => values.get(name),
    originsOf: (name) => origins.get(name) ?? [],
    connections: environmentConnections(variables).connections,
  }
}

export const noSecrets = readSecrets({})

/** The secrets of the environment alone, for every owner: local mode without a store. */
export function environmentSource(environment: Secrets): SecretSource {
  const granted: GrantedSecrets = { ...environment, isStored: () => false, refusalOf: () => null }
  const secrets: OwnerSecrets = {
    values: valuesOf(environment),
    readsEnvironment: true,
    grantedTo: () => granted,
    noteUse: () => undefined,
    connectionFor: (workflow, name) => findConnection(undefined, environment.connections, workflow, name),
    noteConnection: () => undefined,
  }
  return { fresh: () => Promise.resolve(secrets), known: () => secrets, all: () => [secrets] }
}

export const valuesOf = ({ names, find, connections }: Secrets): readonly (readonly [string, string])[] => [
  ...names.map((name) => [name, find(name) ?? ''] as const),
  ...connections.flatMap(connectionValues),
]

/** One sentence for each HEDDLE_ORIGINS_NAME with an entry that could never match. It shows no value, which may be the secret itself. */
export function originProblems(variables: Variables): readonly string[] {
  return [...withPrefix(variables, originsPrefix)]
    .filter(([, list]) => entriesOf(list).some((entry) => normalOrigin(entry) === null))
    .map(
      ([name]) =>
        `${originsPrefix}${name} must list origins such as https://api.example.com, without a path, or the word functions`,
    )
}

/** The line of the start log about secrets that no step can use; null when there are none. */
export function unusableSecrets({ names, originsOf }: Secrets): string | null {
  const unusable = names.filter((name) => originsOf(name).length === 0)
  if (unusable.length === 0) return null
  const settings = unusable.map((name) => `${originsPrefix}${name}`).join(', ')
  return `Secrets without origins cannot be used: ${unusable.join(', ')}. Set ${settings} to the origins that may receive them.`
}

function withPrefix(variables: Variables, prefix: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).flatMap(([key, value]): [string, string][] =>
      key.startsWith(prefix) && key !== prefix && value ? [[key.slice(prefix.length), value]] : [],
    ),
  )
}

const entriesOf = (list: string) => list.split(/[\s,]+/).filter((entry) => entry !== '')

/** An origin as `URL.origin` spells it; null for what is none. */
export function normalOrigin(entry: string): string | null {
  const word = entry.toLowerCase()
  if (word === functionsOrigin || word === webhooksOrigin) return word
  if (!/^https?:\/\/[^/?#\\@*]+\/?$/i.test(entry) || !URL.canParse(entry)) return null
  return new URL(entry).origin
}
