import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import { listFunctions } from './list-functions.ts'
import { listWorkflowNames } from './list-workflow-names.ts'

/** What a definition may refer to. A reference to something else is a warning: a worker or a later import may bring it. */
export interface KnownNames {
  readonly functions: readonly string[]
  readonly workflows: readonly string[]
}

export async function knownNames(
  stores: Stores,
  actor: Actor,
  functionsFolders: readonly string[],
): Promise<KnownNames> {
  const [functions, workflows] = await Promise.all([listFunctions(functionsFolders), listWorkflowNames(stores, actor)])
  return { functions: functions.map(({ name }) => name), workflows }
}
