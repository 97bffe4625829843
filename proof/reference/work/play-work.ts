import type { AttemptOutcome, Command } from '#core/run/command.ts'
import type { Effect } from '#core/run/effect.ts'
import { Family } from '#core/run/testing/family.ts'
import { ana } from '#core/run/testing/scripted-run.ts'
import { openTasks } from '#core/run/views/open-work.ts'
import type { CallResult } from '../work.ts'
import type { Random } from './draw-steps.ts'
import { resultOfCall, scriptOf } from './result-of-call.ts'
import { type Act, answers, type SimulatedWork } from './simulated-work.ts'

interface Happening {
  readonly at: number
  /** The tie-breaker between happenings of one instant. */
  readonly order: number
  readonly happen: () => void
}

export interface Played {
  readonly runs: Family['runs']
  /** The granted commands of people to the first run, in order, without decisions. */
  readonly granted: readonly Granted[]
}

type Granted = Extract<Command, { readonly type: 'pause' | 'resume' | 'retry' | 'rollback' | 'cancel' }>

/**
 * Plays the work with the real core in virtual time, without an engine: effects happen when due, effects of one instant
 * in any order. At the end an operator resumes held runs and decides open tasks, so that all runs end, unless the play
 * stops after `most` happenings.
 */
export function playWork(work: SimulatedWork, random: Random, most = Number.POSITIVE_INFINITY): Played {
  const [start] = work.starts
  const granted: Granted[] = []
  const family = new Family(work.definitions, { input: start?.input ?? null })
  const begunAt = family.root.now
  let now = begunAt
  const happenings: Happening[] = work.acts.map((act) =>
    happening(begunAt + act.atMs, () => perform(family, act, granted)),
  )
  const known = new Set<string>()

  function happening(at: number, happen: () => void): Happening {
    return { at: Math.max(at, now), order: random(), happen }
  }

  function schedule(): void {
    for (const [runId, run] of family.runs) {
      for (const effect of run.plan()) {
        const id = `${runId} ${effect.id}`
        if (known.has(id)) continue
        known.add(id)
        const due = dueOf(work, effect, now)
        if (due !== null) happenings.push(happening(due.at, () => void run.decide(due.command)))
      }
    }
  }

  for (let rounds = 0; rounds < 10_000; rounds += 1) {
    schedule()
    const next = happenings.toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
    if (rounds === most || (next === undefined && !finish(family, granted))) return { runs: family.runs, granted }
    if (next !== undefined) {
      happenings.splice(happenings.indexOf(next), 1)
      now = next.at
      for (const run of family.runs.values()) run.now = now
      next.happen()
    }
    family.deliver()
  }
  throw new Error('the work does not end')
}

function dueOf(
  work: SimulatedWork,
  effect: Effect,
  now: number,
): { readonly at: number; readonly command: Command } | null {
  if (effect.kind === 'timer') return { at: effect.dueAt, command: { type: 'timer_fired', timer_id: effect.id } }
  if (effect.kind !== 'attempt') return null
  const { step, iteration, attempt, undo } = effect
  const outcome = outcomeOf(resultOfCall(work, { step, iteration, attempt, undo }))
  const { takesMs } = scriptOf(work.functions, step, undo)
  return { at: now + takesMs, command: { type: 'attempt_ended', step, iteration, attempt, undo, outcome } }
}

export function outcomeOf(result: CallResult): AttemptOutcome {
  switch (result.ok) {
    case true:
      return { kind: 'completed', output: result.output }
    case false:
      return { kind: 'failed', error: { code: result.code, message: 'It broke.' }, retryable: result.retryable }
    case 'pause':
      return { kind: 'directive', directive: { kind: 'pause', result: result.output } }
    case 'sub_workflow': {
      const { workflow: workflow_type, input: initial_data } = result
      return { kind: 'directive', directive: { kind: 'sub_workflow', workflow_type, initial_data } }
    }
  }
}

function perform(family: Family, act: Act, granted: Granted[]): void {
  const { root } = family
  const want = (command: Granted) => {
    if (root.decide(command).ok) granted.push(command)
  }
  switch (act.kind) {
    case 'decide':
      decideAll(family, act.answer)
      if (act.times === 2) repeatDecision(family)
      return
    case 'decide_late':
      repeatDecision(family)
      return
    case 'cancel':
      want({ type: 'cancel', actor: ana, compensate: act.compensate })
      return
    case 'retry_from': {
      const { steps } = root.executable.definition
      want({ type: 'retry', actor: ana, from_step: steps[act.step % steps.length]?.name ?? '' })
      return
    }
    case 'acknowledge':
      root.decide({ type: 'acknowledge', actor: ana })
      return
    default:
      want({ type: act.kind, actor: ana })
  }
}

function decideAll(family: Family, answer: keyof typeof answers): void {
  for (const run of family.runs.values()) {
    for (const { task } of openTasks(run.state)) {
      run.decide({ type: 'resume', actor: ana, task_id: task.task_id, input: answers[answer] })
    }
  }
}

/** Sends the opposite decision to tasks that are already decided. */
function repeatDecision(family: Family): void {
  for (const run of family.runs.values()) {
    for (const { taskId } of Object.values(run.state.decisions)) {
      run.decide({ type: 'resume', actor: ana, task_id: taskId, input: { approved: false } })
    }
  }
}

/** Resolves what is left when no happening is due. False if there is nothing left to resolve. */
function finish(family: Family, granted: Granted[]): boolean {
  const seqs = [...family.runs.values()].map((run) => run.state.seq)
  for (const run of family.runs.values()) {
    const lift = { type: 'resume', actor: ana } as const
    if (run.decide(lift).ok && run === family.root) granted.push(lift)
  }
  decideAll(family, 'right')
  return [...family.runs.values()].some((run, index) => run.state.seq !== seqs[index])
}
