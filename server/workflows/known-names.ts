import type { KnownNames } from '#core/definition/check-references.ts'
import { functionKey } from '#core/definition/function-name.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import { listFunctions } from './functions/list-functions.ts'
import { listWorkflowNames } from './list-workflow-names.ts'

/** What exists for an actor: references to anything else are warned about. */
export async function knownNames(
  stores: Stores,
  actor: Actor,
  functionsFolders: readonly string[],
): Promise<KnownNames> {
  const [functions, workflows] = await Promise.all([listFunctions(functionsFolders), listWorkflowNames(stores, actor)])
  return { functions: new Set(functions.map(({ name }) => functionKey(name))), workflows: new Set(workflows) }
}
