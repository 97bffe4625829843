import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { accountOf, differences } from '#core/run/testing/reference/account-of.ts'
import { expectedOf } from '#core/run/testing/reference/expected-of.ts'
import { factsOf } from '#core/run/testing/reference/facts-of.ts'
import type { Call, CallResult } from '#core/run/testing/reference/work.ts'

/** What the reference does not know, the invariants alone hold. */
const unknown: ReadonlySet<string> = new Set(['PARALLEL', 'LOOP', 'FIRE_AND_FORGET'])

export function isKnownToOracle({ definition }: ExecutableDefinition): boolean {
  return definition.steps.every(({ type }) => !unknown.has(type))
}

/** Where a run is not what the sequential reference makes of the same facts. */
export function askOracle(
  executable: ExecutableDefinition,
  history: readonly RunEvent[],
  state: RunState,
  answerTo: (call: Call) => AttemptOutcome,
): readonly string[] {
  const { input, drive } = state.header
  const work = { executable, input, manual: drive === 'manual', call: (call: Call) => resultOf(answerTo(call)) }
  return differences(expectedOf(work, factsOf(history)), accountOf(history, state))
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
