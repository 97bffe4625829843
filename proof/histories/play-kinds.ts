import type { Definition } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { AttemptOutcome, Command } from '#core/run/command.ts'
import { decide } from '#core/run/decide.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { carryOver } from '#core/run/rerun/carry-over.ts'
import { createEvents } from '#core/run/start/create.ts'
import { initialState } from '#core/run/state.ts'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import {
  call,
  definition,
  human,
  loop,
  parallel,
  signal,
  subWorkflow,
  transform,
  wait,
  work,
} from '#core/run/testing/steps.ts'
import type { Random } from '../reference/work/draw-steps.ts'

const retry = { max_attempts: 2, initial_interval_seconds: 5 }
const input = { items: ['a', 'b', 'c'] }
const ben = { id: 'ben', name: 'Ben' }

/** Short workflows with the kinds of steps that drawn work lacks. */
const kinds: readonly Definition[] = [
  definition([parallel('Each', { iterate_over: 'input.items', task_function: 'test.label', retry }), call('After')]),
  definition([
    parallel('Both', {
      tasks: [
        { name: 'left', function: 'test.left' },
        { name: 'right', function: 'test.right' },
      ],
    }),
  ]),
  definition([
    human('Ask', {
      approvals_required: 2,
      due_in_seconds: 100,
      reminders: [10, 20],
      escalate_to: 'bosses',
      escalate_after_seconds: 30,
    }),
    wait('Rest', { duration_seconds: 9 }),
  ]),
  definition([loop('Loop', [call('In'), wait('Rest', { duration_seconds: 9 })], { iterate_over: 'input.items' })]),
  definition([
    loop('While', [transform('Count', { n: 'has(state.n) ? state.n + 1.0 : 1.0' })], {
      while_condition: '!has(state.n) || state.n < 4.0',
    }),
    call('After'),
  ]),
  definition([call('Before'), signal('Paid', 'paid', { timeout_seconds: 60 }), call('After')], {
    timeout_seconds: 900,
  }),
  definition([subWorkflow('Down', 'Below'), work('Send', { retry }), call('Last', { retry })]),
  definition(
    [
      call('Book', { compensate_function: 'test.unbook' }),
      call('Pay', { compensate_function: 'test.unpay' }),
      call('Ship'),
    ],
    { saga_enabled: true, timeout_seconds: 3_600 },
  ),
]

interface Recorded {
  readonly executable: ExecutableDefinition
  readonly history: readonly RunEvent[]
}

/** Plays a run of one of these workflows with at most `most` happenings: due effects and commands, in any order. */
export function playKind(number: number, random: Random, most: number): Recorded {
  const drive = random() < 0.1 ? 'manual' : 'auto'
  const run = new ScriptedRun(kinds[number % kinds.length] as Definition, { input, drive })
  run.own()
  // Some signals arrive before a step waits for them.
  if (random() < 0.5) run.decide({ type: 'signal', actor: ana, signal_name: 'paid', payload: { early: true } })
  for (let times = 0; times < most; times += 1) {
    const owed = run.plan()
    const effect = owed[Math.floor(random() * owed.length)]
    const isAsked = effect === undefined || random() < 0.25
    if (isAsked) run.decide(drawVerb(run, random))
    else {
      if (effect.kind === 'timer') run.now = Math.max(run.now, effect.dueAt)
      run.decide(answerTo(effect, random))
    }
    run.now += Math.floor(random() * 1_000)
  }
  return (random() < 0.5 && goneOnWith(run)) || run
}

/** A new run that continues from the carried-over state of this run, if this run has ended. */
function goneOnWith(run: ScriptedRun): Recorded | null {
  const result = carryOver(run, run.executable)
  if (!result.ok) return null
  const carried = { ...result.carried, from_run: 'run' }
  const header = { ...run.state.header, run_id: 'next', root_run_id: 'next' }
  const created = createEvents(header, { now: run.now, carried: structuredCopy(carried) })
  const context = { now: run.now, newId: () => 'next-1', random: () => 0.5 }
  const owned = decide(
    run.executable,
    fold(initialState(), created),
    { type: 'own', engine_id: 'engine', epoch: 2 },
    context,
  )
  return owned.ok
    ? { executable: run.executable, history: [...createEvents(header, { now: run.now, carried }), ...owned.events] }
    : null
}

/** A state that begins with carried-over data shares that data with its event, hence the copy. */
function structuredCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

function answerTo(effect: Effect, random: Random): Command {
  switch (effect.kind) {
    case 'timer':
      return { type: 'timer_fired', timer_id: effect.id }
    case 'human_task':
      return { type: 'resume', actor: random() < 0.5 ? ana : ben, task_id: effect.id, input: { approved: true } }
    case 'child':
      return {
        type: 'child_ended',
        child_run_id: effect.id,
        status: random() < 0.7 ? 'COMPLETED' : 'FAILED',
        state: {},
      }
    case 'code_task':
    case 'agent_task': {
      const { task, attempt, upToSeq: up_to_seq } = effect.kind === 'code_task' ? effect : effect.delivery
      const outcome = { kind: 'completed', result: null } as const
      return { type: 'code_task_ended', task, attempt, up_to_seq, commands: [], notes: [], outcome }
    }
    case 'conditions':
      return { type: 'conditions_checked', due: effect.due, resources: {} }
    case 'recall': {
      const { step, iteration, attempt } = effect
      return { type: 'work_withdrawn', step, iteration, attempt }
    }
    case 'attempt':
    case 'worker_task': {
      const { step, iteration, attempt } = effect
      const undo = effect.kind === 'attempt' && effect.undo
      const item = effect.kind === 'attempt' && effect.item !== undefined ? { item: effect.item } : {}
      return { type: 'attempt_ended', step, iteration, attempt, undo, ...item, outcome: drawOutcome(random) }
    }
  }
}

function drawOutcome(random: Random): AttemptOutcome {
  if (random() < 0.7) return { kind: 'completed', output: { done: true } }
  return { kind: 'failed', error: { code: 'Error', message: 'It broke.' }, retryable: random() < 0.5 }
}

function drawVerb({ state }: ScriptedRun, random: Random): Command {
  const verbs: readonly Command[] = [
    { type: 'own', engine_id: 'other', epoch: 2 },
    { type: 'signal', actor: ana, signal_name: 'paid', payload: { amount: 5 } },
    { type: 'skip', actor: ana, reason: 'not needed' },
    { type: 'mark_done', actor: ana, output: { by: 'hand' } },
    { type: 'retry', actor: ana },
    { type: 'pause', actor: ana },
    { type: 'resume', actor: ana },
    { type: 'rollback', actor: ana },
    { type: 'cancel', actor: ana, compensate: random() < 0.5 },
  ]
  // The command with which a failed child tells its parent that the child was retried.
  const failed = Object.keys(state.children)[0]
  if (failed !== undefined && random() < 0.5) return { type: 'child_retried', child_run_id: failed }
  if (random() < 0.4) return { type: 'signal', actor: ana, signal_name: 'paid', payload: { early: true } }
  if (state.header.drive === 'manual' && random() < 0.7) return { type: 'next_step', actor: ana, user_input: {} }
  // A failed run is retried half of the time.
  if (state.outcome !== null && random() < 0.5) return { type: 'retry', actor: ana }
  return verbs[Math.floor(random() * verbs.length)] as Command
}
