import { useDeferredValue, useMemo } from 'react'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Asker } from '#core/run/command.ts'
import { type BarredStep, type OperatorVerb, type Permission, permissions } from '#core/run/permissions.ts'
import type { RunState } from '#core/run/state.ts'

export interface Permissions {
  may(verb: OperatorVerb): boolean
  /** Only by force: the run rolls back. */
  needsForce(verb: OperatorVerb): boolean
  /** The steps that a verb about one step may be about. */
  steps(verb: OperatorVerb): readonly string[]
  /** Those that it may not be about because of who asks. */
  barred(verb: OperatorVerb): readonly BarredStep[]
}

/** What the run would take now, as its history says so far; `known` is what the server said when the page was asked for. */
export function usePermissions(
  executable: ExecutableDefinition | null,
  state: RunState,
  known: readonly Permission[],
  asker: Asker,
): Permissions {
  // Asking costs as much as deciding: a run that is told of a thousand events a second is asked between them.
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
