import type { Definition } from '../../definition.ts'
import { takesLocks } from '../../envelope.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { problemAt } from './each-step.ts'
import { childStarts } from './sub-workflow-inputs.ts'

/**
 * Warnings for sub-workflows with locks, in a workflow that holds locks while they run: a child that asks for more than
 * its root holds gets it at once or fails with `LOCK_ORDER`, since waiting under locks could be a deadlock. Detached
 * runs have a root of their own and are left out. `locking` are the workflows with locks.
 */
export function checkChildLocks(
  { envelope, steps }: Definition,
  locking: ReadonlySet<string>,
  source: SourceIndex,
): readonly Problem[] {
  if (!takesLocks(envelope)) return []
  return childStarts(steps).flatMap(({ workflow, step, path }) => {
    if (!locking.has(workflow)) return []
    const message = `${workflow} takes locks while this workflow holds its own. A lock that is not free then fails the run with LOCK_ORDER. Name all resources of ${workflow} in discover here.`
    const at = [...path.slice(0, -1), 'sub_workflow_type']
    return [problemAt(source, { code: 'LOCKS_IN_CHILD', message, severity: 'warning', path: at, step })]
  })
}
