import { useDeferredValue, useMemo } from 'react'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Asker } from '#core/run/command.ts'
import { type BarredStep, type OperatorVerb, type Permission, permissions } from '#core/run/preview/permissions.ts'
import type { RunState } from '#core/run/state.ts'

export interface Permissions {
  may(verb: OperatorVerb): boolean
  /** Whether the action needs force, because the run rolls back. */
  needsForce(verb: OperatorVerb): boolean
  /** The steps that an action on one step may target. */
  steps(verb: OperatorVerb): readonly string[]
  /** The steps that the action may not target because of the actor's entitlements. */
  barred(verb: OperatorVerb): readonly BarredStep[]
}

/** The actions that the run accepts now, by its history so far; `known` is the server's answer at page load. */
export function usePermissions(
  executable: ExecutableDefinition | null,
  state: RunState,
  known: readonly Permission[],
  asker: Asker,
): Permissions {
  // The check costs as much as a decision of the engine. For a run with a thousand events a second it is deferred.
  const settled = useDeferredValue(state)
  return useMemo(() => {
    const all = executable === null ? known : permissions(executable, settled, asker)
    const of = (verb: OperatorVerb) => all.find((each) => each.verb === verb)
    return {
      may: (verb) => of(verb)?.allowed === true,
      needsForce: (verb) => of(verb)?.force === true,
      steps: (verb) => of(verb)?.steps ?? [],
      barred: (verb) => of(verb)?.barred ?? [],
    }
  }, [executable, settled, known, asker])
}
