import { flowOf } from '../../control-flow.ts'
import type { Definition, Step } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { placedSteps, problemAt } from './each-step.ts'

/**
 * Warnings for steps of a saga workflow that have side effects and no undo: a rollback would leave the effects. The
 * last step of a workflow completes with the run, so that it is never undone.
 */
export function checkUndo(definition: Definition, source: SourceIndex): readonly Problem[] {
  if (!definition.saga_enabled) return []
  const flow = flowOf(definition.steps)
  const isFollowed = (step: Step, depth: number) => depth > 2 || flow.outgoing(step.name).some(leadsOn)
  const forks = flow.roots.length > 1
  return placedSteps(definition.steps).flatMap(({ step, path }) => {
    if (!hasEffects(step) || step.compensate_function !== undefined) return []
    if (!forks && !isFollowed(step, path.length)) return []
    const message = `${step.name} has side effects and no undo, so a rollback leaves them. Set compensate_function, or effects: none.`
    const at = [...path, 'compensate_function']
    return [problemAt(source, { code: 'UNDO_MISSING', message, severity: 'warning', path: at, step: step.name })]
  })
}

const leadsOn = ({ kind }: { readonly kind: string }) => kind !== 'failure'

/** Reading requests change nothing. */
const reading: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'OPTIONS', undefined])

function hasEffects(step: Step): boolean {
  if (step.effects === 'none') return false
  switch (step.type) {
    case 'STANDARD':
    case 'ASYNC':
      return step.function !== ''
    case 'MAIL':
      return true
    case 'SQL':
      return step.access === 'write'
    case 'HTTP':
      return !reading.has(step.http_config.method)
    default:
      return false
  }
}
