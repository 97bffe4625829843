import type { KnownNames, KnownSecret } from '#core/definition/check/check-known-names.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { listFunctions } from '../functions/list-functions.ts'
import { storedConnections } from '../secrets/connections/list-connections.ts'
import { storedSecrets } from '../secrets/list-secrets.ts'
import { functionsOrigin, type Secrets, webhooksOrigin } from '../secrets.ts'
import type { Stores } from '../stores.ts'
import { variableNames } from '../variables/list-variables.ts'

/** The sources of function and secret names. */
export interface KnownSources {
  readonly functionsFolders: readonly string[]
  /** Secrets of the environment, beside the stored ones; absent: secrets are not checked. */
  readonly secrets?: Secrets | undefined
  /** Hosts that HTTP steps may reach wherever they are; absent: addresses are not checked. */
  readonly httpAllow?: readonly string[] | undefined
}

/** The names that exist for an actor: references to other names get a warning. */
export async function knownNames(
  { database, pool }: Stores,
  { ownerId }: Actor,
  { functionsFolders, secrets, httpAllow }: KnownSources,
): Promise<KnownNames> {
  const [functions, workflows, stored, linked, variables] = await Promise.all([
    listFunctions(functionsFolders),
    database.workflow.findMany({
      where: { ownerId, archivedAt: null },
      select: { name: true },
      take: limits.read.workflowNames,
    }),
    secrets ? storedSecrets(pool, ownerId) : [],
    secrets ? storedConnections(pool, ownerId) : [],
    variableNames(pool, ownerId),
  ])
  return {
    functions: new Set(functions.map(({ name }) => functionKey(name))),
    workflows: new Set(workflows.map(({ name }) => name)),
    variables,
    ...(httpAllow && { allowedHosts: new Set(httpAllow.map((host) => host.toLowerCase())) }),
    ...(secrets && {
      connections: new Map([
        ...secrets.connections.map(({ name, kind }) => [name, { kind, workflows: [] }] as const),
        ...linked.map(({ name, kind, workflows: of }) => [name, { kind, workflows: of }] as const),
      ]),
      secrets: new Map([
        ...secrets.names.map((name) => [name, knownSecret(secrets.originsOf(name), [])] as const),
        // A stored secret hides one of the environment.
        ...stored.map(({ name, origins, workflows: of }) => [name, knownSecret(origins, of)] as const),
      ]),
    }),
  }
}

const knownSecret = (origins: readonly string[], workflows: readonly string[]): KnownSecret => ({
  isSendable: origins.some((origin) => origin !== functionsOrigin && origin !== webhooksOrigin),
  workflows,
})
