import { executable } from '#core/definition/executable.ts'
import type { CodeCommand, CodeOutcome } from '../code/code-state.ts'
import { activity, codeOptions, sleep } from '../code/testing/scripted-code-run.ts'
import type { Command } from '../command.ts'
import type { Effect } from '../effect.ts'
import type { RunState } from '../state.ts'
import type { Choose } from '../testing/arbitrary-run.ts'
import { deciderContract } from '../testing/decider-contract.ts'
import { codeDecider } from './code-decider.ts'

const actor = { id: 'ana' }
const decider = codeDecider(executable(codeOptions({ timeout_seconds: 3_600 })))

deciderContract('code', (choose) => ({
  decider,
  header: { input: { n: 0 }, fail_fast: false, code: true, ...(choose(2) === 0 && { tags: ['a'] }) },
  command: (state, next) => arbitraryCommand(state, next),
}))

function arbitraryCommand(state: RunState, choose: Choose): Command {
  const effects = decider.plan(state)
  const effect = effects[choose(effects.length)]
  if (effect !== undefined && choose(4) > 0) return answerTo(effect, state, choose)
  const verbs: readonly Command[] = [
    { type: 'pause', actor },
    { type: 'resume', actor },
    { type: 'retry', actor },
    { type: 'acknowledge', actor },
    { type: 'cancel', actor },
    { type: 'cancel', actor, force: true },
    { type: 'cancel', actor, compensate: true },
    { type: 'rollback', actor },
    { type: 'signal', actor, signal_name: 'paid', payload: [choose(5)] },
    { type: 'update', actor, update_id: `u${choose(3)}`, name: 'replace', args: [] },
    { type: 'jump', actor, to_step: 'sleep#1' },
    { type: 'next_step', actor, user_input: null },
    { type: 'timer_fired', timer_id: 'wait:sleep#1:1:1' },
    { type: 'own', engine_id: 'other', epoch: 2 },
  ]
  return verbs[choose(verbs.length)] as Command
}

function answerTo(effect: Effect, state: RunState, choose: Choose): Command {
  switch (effect.kind) {
    case 'code_task': {
      const { task, attempt, upToSeq: up_to_seq } = effect
      const first = (state.code?.commands ?? 0) + 1
      const commands = Array.from({ length: choose(4) }, (_, index) => arbitraryCode(first + index, choose))
      const notes = choose(3) === 0 ? [{ kind: 'cancel' as const, n: 1 + choose(first) }] : []
      return { type: 'code_task_ended', task, attempt, up_to_seq, commands, notes, outcome: arbitraryOutcome(choose) }
    }
    case 'attempt': {
      const { step, attempt } = effect
      const failed = { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true } as const
      const outcome = choose(3) === 0 ? failed : ({ kind: 'completed', output: choose(9) } as const)
      return { type: 'attempt_ended', step, iteration: 1, attempt, outcome }
    }
    case 'timer':
      return { type: 'timer_fired', timer_id: effect.id }
    case 'child':
      return {
        type: 'child_ended',
        child_run_id: effect.id,
        status: choose(3) === 0 ? 'FAILED' : 'COMPLETED',
        state: {},
      }
    default:
      return { type: 'resume', actor, task_id: effect.id, input: { approved: true } }
  }
}

function arbitraryCode(n: number, choose: Choose): CodeCommand {
  const retry = choose(2) === 0 ? { options: { retry: { maximumAttempts: 3 } } } : {}
  const all: readonly CodeCommand[] = [
    activity(n, 'pay', retry),
    sleep(n),
    { kind: 'child', n, name: 'Billing', input: {}, ...(choose(2) === 0 && { abandon: true as const }) },
    { kind: 'approval', n, name: 'approval', task: { title: 'Pay?' } },
    { kind: 'milestone', n, name: 'half' },
    { kind: 'compensation', n, name: 'refund', function: 'activities.refund', args: [n] },
  ]
  return all[choose(all.length)] as CodeCommand
}

function arbitraryOutcome(choose: Choose): CodeOutcome {
  const all: readonly CodeOutcome[] = [
    { kind: 'blocked' },
    { kind: 'blocked' },
    { kind: 'blocked', reason: 'a condition', at: 'work.ts:3' },
    { kind: 'blocked' },
    { kind: 'lost', error: { code: 'CODE_TASK_TIMEOUT', message: 'It took too long.' } },
    { kind: 'failed', failure: { type: 'Error', message: 'broke' } },
    { kind: 'completed', result: 1 },
    { kind: 'cancelled' },
    { kind: 'continue_as_new', input: {}, signals: [] },
  ]
  return all[choose(all.length)] as CodeOutcome
}
