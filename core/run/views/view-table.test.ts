import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Command } from '../command.ts'
import { arrows, diagram, isArrow as isKnownArrow } from '../envelope/arrows.ts'
import { phasePaths } from '../evolve/phase.ts'
import { evolve } from '../evolve.ts'
import { initialState } from '../state.ts'
import { type Phase, phases, publicStatuses, type Status, statuses, taskStates } from '../statuses.ts'
import { envelopedRuns } from '../testing/enveloped-runs.ts'
import { Family } from '../testing/family.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, subWorkflow, transform, wait, work } from '../testing/steps.ts'
import { phaseTransitions, publicTransitions, statusTransitions, taskTransitions } from '../transitions.ts'
import { isWithWorkers } from './open-work.ts'
import { isEnded } from './status.ts'
import { type Views, viewsOf } from './view-table.ts'

/** A run of a step of each kind, brought into each status. `Sub` is the child's run where there is one. */
const child = definition([human('Ask'), call('Work')], { workflow_type: 'Child' })
const start = (...steps: Parameters<typeof definition>[0]) => {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

/** The worker of an ASYNC step fell silent. */
const lose = (run: ScriptedRun, step: string) => {
  const error = { code: 'WORKER_LOST', message: 'Its worker fell silent.' }
  const outcome = { kind: 'failed', error, retryable: false, cause: 'worker_crash' } as const
  return run.send({ type: 'attempt_ended', step, iteration: 1, attempt: 1, outcome })
}

const inStatus: Record<Status, () => ScriptedRun> = {
  ACTIVE: () => start(call('A')),
  PENDING_ASYNC: () => start(wait('A', { duration_seconds: 5 })),
  WAITING_HUMAN_INPUT: () => start(human('A')),
  PENDING_SUB_WORKFLOW: () => start(subWorkflow('A', 'Child')),
  WAITING_CHILD_HUMAN_INPUT: () => new Family([definition([subWorkflow('A', 'Child')]), child]).root,
  COMPLETED: () => start(transform('A', { a: '1' })),
  FAILED: () => start(decision('A', [['false', 'END']])),
  FAILED_ROLLED_BACK: () => {
    const run = new ScriptedRun(definition([decision('A', [['false', 'END']])], { saga_enabled: true }))
    run.own()
    return run
  },
  FAILED_WORKER_CRASH: () => {
    const run = start({ type: 'ASYNC', name: 'A', function: 'test.a' })
    lose(run, 'A')
    return run
  },
  FAILED_CHILD_WORKFLOW: () => {
    const run = start(subWorkflow('A', 'Child'))
    run.childEnded('A', 'FAILED')
    return run
  },
  CANCELLED: () => {
    const run = start(call('A'))
    run.send({ type: 'cancel', actor: ana })
    return run
  },
}

type Move<View extends keyof Views> = readonly [Views[View], Views[View]]

/** Every move of one view in a history, event by event. */
function moves<View extends keyof Views>(run: ScriptedRun, view: View): readonly Move<View>[] {
  let state = initialState()
  const words = run.history.map((event) => {
    state = evolve(state, event)
    return viewsOf(state)[view]
  })
  return pairs(words)
}

/** The same as people see it who look after every batch: WAITING_HUMAN_INPUT to PENDING_ASYNC, and not by way of ACTIVE. */
function movesOfBatches<View extends keyof Views>(run: ScriptedRun, view: View): readonly Move<View>[] {
  return pairs(run.views.map((views) => views[view]))
}

function pairs<Word>(words: readonly Word[]): readonly (readonly [Word, Word])[] {
  return words.flatMap((to, index) => {
    const from = words[index - 1]
    return from === undefined || from === to ? [] : [[from, to] as const]
  })
}

/** Histories that together go through all that a run can go through. */
function histories(): readonly ScriptedRun[] {
  const runs: ScriptedRun[] = []
  const add = (run: ScriptedRun, ...acts: readonly ((run: ScriptedRun) => unknown)[]) => {
    for (const act of acts) act(run)
    runs.push(run)
  }
  const pause = (run: ScriptedRun) => run.send({ type: 'pause', actor: ana })
  const unpause = (run: ScriptedRun) => run.send({ type: 'resume', actor: ana })
  const cancel = (run: ScriptedRun) => run.send({ type: 'cancel', actor: ana })
  const acknowledge = (run: ScriptedRun) => run.send({ type: 'acknowledge', actor: ana })
  const retry = (run: ScriptedRun) => run.send({ type: 'retry', actor: ana })
  const runTimeout = (run: ScriptedRun) => run.fire('run_timeout')
  const timed = (step: Step, header: { fail_fast?: boolean; saga?: boolean }) => {
    const run = new ScriptedRun(definition([step], { timeout_seconds: 9, timeout_includes_waits: true }), header)
    run.own()
    return run
  }
  // What each live status may turn into, by branches that end one after the other.
  const branches = {
    ACTIVE: call('B'),
    PENDING_ASYNC: wait('B', { duration_seconds: 5 }),
    WAITING_HUMAN_INPUT: human('B'),
    PENDING_SUB_WORKFLOW: subWorkflow('B', 'Child'),
    WAITING_CHILD_HUMAN_INPUT: subWorkflow('B', 'Child'),
  }
  const openings = {
    ACTIVE: call('A'),
    PENDING_ASYNC: wait('A', { duration_seconds: 5 }),
    WAITING_HUMAN_INPUT: human('A'),
    PENDING_SUB_WORKFLOW: subWorkflow('A', 'Child'),
    WAITING_CHILD_HUMAN_INPUT: subWorkflow('A', 'Child'),
  }
  const close: Record<keyof typeof openings, (run: ScriptedRun) => unknown> = {
    ACTIVE: (run) => run.complete('A'),
    PENDING_ASYNC: (run) => run.fire('wait'),
    WAITING_HUMAN_INPUT: (run) => run.resume({}),
    PENDING_SUB_WORKFLOW: (run) => run.childEnded('A', 'COMPLETED'),
    WAITING_CHILD_HUMAN_INPUT: (run) => run.childEnded('A', 'COMPLETED'),
  }
  /** What a rollback waits for. */
  const settle = (run: ScriptedRun, from: keyof typeof openings) => {
    if (from === 'ACTIVE') run.complete('A')
    else if (run.state.open.length > 0) run.childEnded('A', 'CANCELLED')
  }
  const waits = { count: 1, oldest: { run_id: 'c', task_id: 't', step: 'Ask', workflow: 'Child', since: 1 } }
  const tell = (run: ScriptedRun, step: string, now: typeof waits | { count: 0 } = waits) =>
    run.send({ type: 'child_waits', child_run_id: run.owed('child', step).id, waits: now })
  for (const from of Object.keys(openings) as (keyof typeof openings)[]) {
    const waiting = from === 'WAITING_CHILD_HUMAN_INPUT'
    const openRun = () => {
      const run = start({ ...openings[from], next: ['END'] })
      if (waiting) tell(run, 'A')
      return run
    }
    add(openRun(), close[from], acknowledge)
    add(openRun(), cancel, acknowledge)
    add(openRun(), pause, unpause, pause, cancel)
    const tellFirst = (run: ScriptedRun) => (waiting ? tell(run, 'A') : [])
    add(timed(openings[from], { fail_fast: false }), tellFirst, runTimeout, retry)
    add(timed(openings[from], { fail_fast: true }), tellFirst, runTimeout, retry)
    add(timed(openings[from], { saga: true }), tellFirst, runTimeout, (run) => settle(run, from))
    const other = subWorkflow('Other', 'Child', { dependencies: [] })
    add(start({ ...openings[from], next: ['END'] }, other), tellFirst, (run) => run.childEnded('Other', 'FAILED'))
    const behind: Step = { type: 'ASYNC', name: 'Other', function: 'test.other', dependencies: [] }
    add(start({ ...openings[from], next: ['END'] }, behind), tellFirst, (run) => lose(run, 'Other'))
    for (const to of Object.keys(branches) as (keyof typeof branches)[]) {
      const steps = [
        { ...openings[from], next: ['END'] },
        { ...branches[to], dependencies: ['Gate'], next: ['END'] },
      ]
      const gate = wait('Gate', { duration_seconds: 1, dependencies: [], next: ['END'] })
      const run = start(...steps, gate)
      if (waiting) tell(run, 'A')
      if (from === 'PENDING_ASYNC') run.send({ type: 'timer_fired', timer_id: run.owed('timer', 'Gate').id })
      else run.fire('wait')
      if (to === 'WAITING_CHILD_HUMAN_INPUT') tell(run, 'B')
      add(run)
      const next = start(openings[from], branches[to])
      if (waiting) tell(next, 'A')
      close[from](next)
      if (to === 'WAITING_CHILD_HUMAN_INPUT') tell(next, 'B')
      add(next)
    }
  }
  add(
    start(human('A', { next: ['END'] }), subWorkflow('B', 'Child', { dependencies: [] })),
    (run) => tell(run, 'B'),
    (run) => run.resume({}),
  )
  for (const undone of [true, false]) {
    const steps = [call('A', { compensate_function: 'f' }), decision('B', [['false', 'END']])]
    const run = new ScriptedRun(definition(steps, { saga_enabled: true }))
    run.own()
    run.complete('A')
    add(run, undone ? () => run.complete('A') : () => run.fail('A', 'Error', false))
  }
  const answered = start(subWorkflow('A', 'Child'))
  add(
    answered,
    (run) => tell(run, 'A'),
    (run) => tell(run, 'A', { count: 0 }),
  )
  add(start(subWorkflow('A', 'Child')), pause, (run) => run.childEnded('A', 'FAILED'))
  for (const make of Object.values(inStatus)) add(make())
  add(inStatus.FAILED_CHILD_WORKFLOW(), retry)
  add(inStatus.FAILED(), retry)
  add(inStatus.FAILED_WORKER_CRASH(), retry)
  add(inStatus.FAILED_ROLLED_BACK(), acknowledge)
  add(new ScriptedRun(definition([call('A')])), cancel)
  add(new ScriptedRun(definition([call('A')])), pause, (run) => run.own())
  add(new ScriptedRun(definition([human('A')])), (run) => run.own())
  return [...runs, ...envelopedRuns()]
}

const seen = histories()
const written = <View extends keyof Views>([from, to]: Move<View>) => `${from} to ${to}`
const seenMoves = <View extends keyof Views>(view: View) =>
  new Set(seen.flatMap((run) => moves(run, view)).map(written))
const allMoves = <View extends keyof Views>(view: View) =>
  new Set(seen.flatMap((run) => [...moves(run, view), ...movesOfBatches(run, view)]).map(written))

describe('each view moves by its table only', () => {
  const tables = {
    status: statusTransitions,
    publicStatus: publicTransitions,
    taskState: taskTransitions,
  } as const
  test.each(Object.entries(tables))('%s', (view, table) => {
    for (const move of seenMoves(view as keyof typeof tables)) {
      const [from = '', to = ''] = move.split(' to ')
      expect((table as Record<string, readonly string[]>)[from], move).toContain(to)
    }
  })

  test('phase, through the transitions of neops', () => {
    const paths = Object.values(phasePaths)
    for (const run of seen) {
      for (const [from, to] of moves(run, 'phase')) {
        const direct = phaseTransitions[from].includes(to)
        const path = paths.find((each: readonly Phase[]) => {
          const whole = [from, ...each]
          return each.at(-1) === to && whole.every((phase, at) => at === 0 || isArrow(whole[at - 1] as Phase, phase))
        })
        expect(direct || path !== undefined, `${from} to ${to}`).toBe(true)
      }
    }
  })

  function isArrow(from: Phase, to: Phase): boolean {
    return from === to || phaseTransitions[from].includes(to)
  }
})

describe('every legal move is made', () => {
  const of = (table: Record<string, readonly string[]>) =>
    Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${from} to ${to}`))

  test.each(of(statusTransitions))('A3, A4, A6, A7, A9, A12, A19: status: %s', (move) => {
    expect(allMoves('status')).toContain(move)
  })

  test.each(of(publicTransitions))('public status: %s', (move) => {
    expect(allMoves('publicStatus')).toContain(move)
  })

  test.each(of(taskTransitions))('task state: %s', (move) => {
    expect(allMoves('taskState')).toContain(move)
  })

  test('phase: every outcome and every way there', () => {
    const plain = seen.filter(({ state }) => !state.header.envelope)
    const ways = new Set(plain.flatMap((run) => moves(run, 'phase')).map(written))
    expect([...ways].toSorted()).toEqual([
      'COMPLETED to COMPLETED_ACK',
      'ERROR to FAILED_SAFE',
      'ERROR to FAILED_UNSAFE',
      'ERROR to ROLLBACK',
      'FAILED_SAFE to FAILED_SAFE_ACK',
      'FAILED_SAFE to RUNNING',
      'FAILED_UNSAFE to FAILED_UNSAFE_ACK',
      'FAILED_UNSAFE to RUNNING',
      'LOCKED to RUNNING',
      'NEW to READY',
      'READY to FAILED_SAFE',
      'READY to LOCKED',
      'ROLLBACK to FAILED_SAFE',
      'ROLLBACK to FAILED_UNSAFE',
      'RUNNING to COMPLETED',
      'RUNNING to ERROR',
      'RUNNING to FAILED_SAFE',
      'RUNNING to FAILED_UNSAFE',
    ])
  })
})

describe('the phases of runs with an envelope', () => {
  const changes = seen.flatMap(({ history }) =>
    history.flatMap((event) => (event.type === 'workflow.phase.changed' ? [event.payload] : [])),
  )
  /** A run without an envelope is cancelled in READY; one with an envelope passes it at once. */
  const scripted = arrows.filter(({ from, event }) => from !== 'READY' || event !== 'Cancel')

  test.each(scripted.map((arrow) => [arrow.from, arrow.to, arrow.event, arrow] as const))(
    'envelope 1: %s to %s on %s is reached by a script',
    (from, to, event, { result }) => {
      const isIt = (change: (typeof changes)[number]) =>
        change.from === from && change.to === to && change.event === event
      expect(changes.some((change) => isIt(change) && (result === undefined || change.result === result))).toBe(true)
    },
  )

  test('envelope 1: no script makes another change', () => {
    for (const change of changes) expect(isKnownArrow(change), `${change.from} to ${change.to}`).toBe(true)
  })
})

describe('A13, A16, A19, A20, A23: every verb on every status: done, or refused with the status and nothing changed', () => {
  const legal: Record<string, readonly Status[]> = {
    pause: ['ACTIVE', 'PENDING_ASYNC', 'WAITING_HUMAN_INPUT', 'PENDING_SUB_WORKFLOW', 'WAITING_CHILD_HUMAN_INPUT'],
    cancel: ['ACTIVE', 'PENDING_ASYNC', 'WAITING_HUMAN_INPUT', 'PENDING_SUB_WORKFLOW', 'WAITING_CHILD_HUMAN_INPUT'],
    resume: ['WAITING_HUMAN_INPUT'],
    retry: ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW'],
    next_step: [],
    acknowledge: [
      'COMPLETED',
      'FAILED',
      'FAILED_ROLLED_BACK',
      'FAILED_WORKER_CRASH',
      'FAILED_CHILD_WORKFLOW',
      'CANCELLED',
    ],
  }
  const commands: readonly Command[] = [
    { type: 'pause', actor: ana },
    { type: 'cancel', actor: ana },
    { type: 'resume', actor: ana, input: {} },
    { type: 'retry', actor: ana },
    { type: 'next_step', actor: ana, user_input: null },
    { type: 'acknowledge', actor: ana },
  ]
  const cases = Object.keys(inStatus).flatMap((status) => commands.map((command) => [command, status] as const))
  test.each(cases.map(([command, status]) => [command.type, status, command] as const))(
    '%s on %s',
    (verb, status, command) => {
      const run = inStatus[status as keyof typeof inStatus]()
      expect(viewsOf(run.state).status).toBe(status)
      const before = run.state
      const result = run.decide(command)
      expect(result.ok).toBe(legal[verb]?.includes(status as Status))
      if (result.ok) return
      expect(run.state).toBe(before)
      const live = !isEnded(status)
      expect(result.refusal.code).toBe(verb === 'next_step' && live ? 'NOT_MANUAL' : 'INVALID_TRANSITION')
      if (result.refusal.code === 'INVALID_TRANSITION') expect(result.refusal).toMatchObject({ from: status, verb })
    },
  )
})

describe('the words', () => {
  test('A1: every word of every view has its row', () => {
    expect(Object.keys(statusTransitions).toSorted()).toEqual([...statuses].toSorted())
    expect(Object.keys(phaseTransitions).toSorted()).toEqual([...phases].toSorted())
    expect(Object.keys(publicTransitions).toSorted()).toEqual([...publicStatuses].toSorted())
    expect(Object.keys(taskTransitions).toSorted()).toEqual([...taskStates].toSorted())
  })

  test('nothing leaves an acknowledged phase, safe never becomes unsafe, ERROR reaches safety by ROLLBACK only', () => {
    expect(phases.filter((phase) => phaseTransitions[phase].length === 0)).toEqual([
      'COMPLETED_ACK',
      'FAILED_SAFE_ACK',
      'FAILED_UNSAFE_ACK',
    ])
    expect(phaseTransitions.FAILED_SAFE).not.toContain('FAILED_UNSAFE')
    expect(phaseTransitions.ERROR).not.toContain('FAILED_SAFE')
    expect(phaseTransitions.COMPLETED).toEqual(['COMPLETED_ACK'])
    const unsafe = diagram.filter(({ to }) => to === 'FAILED_UNSAFE')
    expect(unsafe.map(({ from }) => from)).toEqual(['ERROR', 'ROLLBACK'])
  })
})

test('with several branches the most pressing wait is shown, and ACTIVE while anything executes', () => {
  const run = start(
    call('A', { next: ['B', 'Wait', 'Sub', 'Ask'] }),
    call('B', { next: ['END'] }),
    wait('Wait', { duration_seconds: 1, next: ['END'] }),
    subWorkflow('Sub', 'Child', { next: ['END'] }),
    human('Ask', { next: ['END'] }),
  )
  const shown = () => viewsOf(run.state).status
  run.complete('A')
  expect(shown()).toBe('ACTIVE')
  run.complete('B')
  expect(shown()).toBe('WAITING_HUMAN_INPUT')
  run.resume({})
  expect(shown()).toBe('PENDING_ASYNC')
  run.fire('wait')
  expect(shown()).toBe('PENDING_SUB_WORKFLOW')
})

test('a run is with the workers while a step of a queue is open, and not by what runs here or waits', () => {
  expect(isWithWorkers(start(work('Render')).state)).toBe(true)
  expect(isWithWorkers(start(call('A')).state)).toBe(false)
  expect(isWithWorkers(start(human('Ask')).state)).toBe(false)
})
