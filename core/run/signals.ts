import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type TemplatePart, templateParts } from '#core/expression/template/template-parts.ts'
import type { Json } from '#core/json.ts'
import type { RunState } from './state.ts'

/** Data of the queued signals of a name, the oldest first. */
export function queuedSignals(state: RunState, name: string): readonly Json[] {
  return Object.hasOwn(state.signals, name) ? (state.signals[name] as readonly Json[]) : []
}

export function countSignals(state: RunState): number {
  return Object.values(state.signals).reduce((sum, queue) => sum + queue.length, 0)
}

/** Names of signals by which clients of Fabric approve a wait. */
const approvals: readonly string[] = ['approval', 'approve']

/**
 * Whether a signal answers the open HUMAN step instead of being queued: it has one of these names, in a workflow
 * without a SIGNAL step, or a condition of its envelope, that may wait for it.
 */
export function isApproval(
  { steps, definition }: Pick<ExecutableDefinition, 'steps'> & Partial<Pick<ExecutableDefinition, 'definition'>>,
  name: string,
): boolean {
  if (!approvals.includes(name) || steps.some((step) => step.type === 'SIGNAL' && mayBe(step.signal, name)))
    return false
  const conditions = definition?.envelope?.conditions ?? []
  return !conditions.some(({ signal }) => signal !== undefined && mayBe(signal, name))
}

/** Whether a template may give the name, judged by its leading and trailing text. */
function mayBe(template: string, name: string): boolean {
  const parts = templateParts(template)
  if (parts.every(({ kind }) => kind === 'text')) return template === name
  const textOf = (part: TemplatePart | undefined) => (part?.kind === 'text' ? part.text : '')
  return name.startsWith(textOf(parts[0])) && name.endsWith(textOf(parts.at(-1)))
}
