import { isCode, type Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { accountOf, differences } from '../../reference/account-of.ts'
import { expectedOf } from '../../reference/expected-of.ts'
import { factsOf } from '../../reference/facts-of.ts'
import { faultsOfFans } from '../../reference/fans.ts'
import { type EnclosingLoop, enclosingLoop, isInner } from '../../reference/inner.ts'
import { faultsOfLoops } from '../../reference/loops.ts'
import type { Call, CallResult } from '../../reference/work.ts'

/**
 * What the reference does not know, the invariants alone hold: loops and branches that are stepped by hand, children of
 * loops and fan-outs that are retried by themselves, rollbacks that an operator ended, and what becomes of a run whose
 * branches were undone in vain, or run again after that.
 */
export function isKnownToOracle(
  executable: ExecutableDefinition,
  history: readonly RunEvent[],
  { header, rollback }: RunState,
): boolean {
  if (isCode(executable.definition)) return false
  // The reference knows no locks, which a retry and an answer of a person wait for, and no empty rollback.
  if (header.envelope && (header.saga || history.some(({ type }) => beyondReference.has(type)))) return false
  if (header.drive === 'manual' && executable.definition.steps.some(holdsSteps)) return false
  const around = enclosingLoop(executable)
  if (undidWithin(history, around, rollback)) return false
  return !history.some(
    (event) => (event.type === 'workflow.child.retried' && isInner(event, around)) || isEndOfRollbackByForce(event),
  )
}

const beyondReference: ReadonlySet<string> = new Set(['workflow.run.retried', 'workflow.locks.released'])

function holdsSteps(step: Step): boolean {
  return innerLists(step).length > 0
}

function undidWithin(history: readonly RunEvent[], around: EnclosingLoop, rollback: RunState['rollback']): boolean {
  if (rollback?.current && around(rollback.current.step) !== undefined) return true
  const undone = history.filter((event) => event.type.startsWith('workflow.compensation.') && isInner(event, around))
  if (undone.length === 0) return false
  const inVain = undone.some((event) => event.type === 'workflow.compensation.failed' && !event.payload.will_retry)
  return inVain || history.some(({ type }) => type === 'workflow.run.retried')
}

function isEndOfRollbackByForce({ type, payload }: RunEvent): boolean {
  const ends = type === 'workflow.run.failed' || type === 'workflow.run.cancelled'
  return ends && payload.ended_by !== undefined
}

/** Where a run is not what the sequential reference makes of the same facts. */
export function askOracle(
  executable: ExecutableDefinition,
  history: readonly RunEvent[],
  state: RunState,
  answerTo: (call: Call & { readonly item?: number }) => AttemptOutcome,
): readonly string[] {
  const { drive, saga, fail_fast: failFast, fan_out } = state.header
  const work = {
    executable,
    input: firstInput(history),
    manual: drive === 'manual',
    options: { saga, failFast },
    isFanOut: fan_out !== undefined,
    call: (call: Call) => resultOf(answerTo(call)),
    letGo: (visit: Pick<Call, 'step' | 'iteration'>) => runLetGo(history, visit),
  }
  const around = enclosingLoop(executable)
  return [
    ...differences(expectedOf(work, factsOf(history, around)), accountOf(history, state, around)),
    ...faultsOfFans(executable, history, (call) => resultOf(answerTo(call))),
    ...faultsOfLoops(executable, history),
  ]
}

function runLetGo(history: readonly RunEvent[], { step, iteration }: Pick<Call, 'step' | 'iteration'>): string {
  for (const event of history) {
    const isIt = event.type === 'workflow.child.spawned' && event.payload.detached
    if (isIt && event.step === step && event.iteration === iteration) return event.payload.child_run_id
  }
  return 'nobody'
}

/** A retry may have given the run another since. */
function firstInput([created]: readonly RunEvent[]): Json {
  return created?.type === 'workflow.run.created' ? created.payload.input : null
}

function resultOf(outcome: AttemptOutcome): CallResult {
  switch (outcome.kind) {
    case 'completed':
      return { ok: true, output: outcome.output }
    case 'failed':
      return { ok: false, code: outcome.error.code, retryable: outcome.retryable }
    case 'directive': {
      const { directive } = outcome
      if (directive.kind === 'pause') return { ok: 'pause', output: directive.result }
      if (directive.kind === 'sub_workflow') {
        return { ok: 'sub_workflow', workflow: directive.workflow_type, input: directive.initial_data }
      }
      throw new Error('The reference does not jump.')
    }
  }
}
