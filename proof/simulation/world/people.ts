import type { Definition } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { StartRequest } from '#core/run/create.ts'
import { stepsDecider } from '#core/run/steps-decider.ts'
import { givenTo } from '#server/engine/commit/given-run.ts'
import { type Beginning, beginning, newRunOf } from '#server/engine/commit/new-run.ts'
import { send, startGiven, startRuns } from '#server/engine/store/memory/memory-store.ts'
import { openMail, type StateRow, type TaskRow } from '#server/engine/store/memory/tables.ts'
import { type Arrived, receive } from '../checkers/arrivals.ts'
import type { PlannedStart, Verb } from '../draw/draw.ts'
import { type Engines, idOf } from './engines.ts'
import { poison } from './outside.ts'
import { createRandom, type Random } from './random.ts'
import type { World } from './world.ts'

/** The people of a world: they start runs, decide tasks, and send every kind of command, once or twice. */
export interface People {
  start(planned: PlannedStart): void
  command(id: string, verb: Verb): void
  /**
   * Ends all runs: answers open tasks and signals, resumes held runs, steps manually driven ones, rolls back once more,
   * and cancels runs that wait for ever.
   */
  finish(): void
  /** Sends starts again under the same idempotency key after the store has lost acknowledged ones. */
  onLoss(): void
  /** Acknowledged starts, by idempotency key. */
  readonly started: ReadonlyMap<string, string>
  /** Operations put into a mailbox, with the state of their runs on arrival. */
  readonly operations: ReadonlyMap<string, Arrived>
}

const signalOf = (signal_name: string, payload: Json): Command => ({ type: 'signal', actor: ana, signal_name, payload })
const ana = { id: 'ana', name: 'Ana' }
const ben = { id: 'ben', name: 'Ben' }
const AGAIN_MS = 300

export function createPeople(world: World, { wake, tell }: Pick<Engines, 'wake' | 'tell'>): People {
  const { schedule, tables, draw } = world
  const random = createRandom(draw.seed, 'people')
  const started = new Map<string, string>()
  const operations = new Map<string, Arrived>()
  /** Failed runs with one repeated rollback. */
  const triedAgain = new Set<string>()
  /** Cancelled runs that would have waited for ever. */
  const givenUp = new Set<string>()
  let ids = 0
  const newId = () => {
    ids += 1
    return idOf(schedule.now, 0xffff, ids)
  }

  const later = (call: () => void, ms = random.between(0.2, 20)) => schedule.at(schedule.now + ms, call)

  /**
   * A client that retries until the server answers; only the idempotency key keeps each retry from starting another
   * run.
   */
  const start = (planned: PlannedStart): void => {
    const found = tables.latest.get(`local\u0000${planned.workflow}`)
    if (!found) return
    later(() => {
      const request = requestOf(planned, newId(), found)
      const context = { now: schedule.now, appendId: newId(), idempotencyKey: planned.id }
      const begun = beginning(request, context)
      const lost = world.strikes('commit_lost', random)
      if (!lost) {
        const answer =
          give(begun, context, found.definition) ??
          startRuns(tables, world.databaseNow(), [{ ...newRunOf(begun, context), queueDelayMs: 0 }])[0]
        world.note(`start of ${planned.id}: ${answer?.runId} ${answer?.created}`)
        world.check()
        wake()
        if (answer && !world.strikes('applied_but_lost', random)) {
          const before = started.get(planned.id)
          if (before !== undefined && before !== answer.runId) {
            world.violate({ invariant: 1, what: `${planned.id} started ${before} and ${answer.runId}` })
          }
          started.set(planned.id, answer.runId)
        }
      }
      const isKnown = started.has(planned.id)
      if (!isKnown || world.strikes('start_twice', random)) later(() => start(planned), isKnown ? 2_000 : AGAIN_MS)
    })
  }

  /** Starts a run as a web process does: some runs are given to an engine at once. */
  const give = (begun: Beginning, context: Parameters<typeof newRunOf>[1], definition: Definition) => {
    const alive = [...tables.engines.values()].filter(({ expiresAt }) => expiresAt > world.databaseNow())
    if (alive.length === 0 || !random.chance(0.8)) return null
    const given = givenTo(random.pick(alive), begun, stepsDecider(executable(definition)), {
      clock: { now: () => schedule.now },
      ids: { runId: newId, random: random.next },
    })
    if (!given) return null
    const { engine, currentSteps, startedAt, updatedAt } = given
    const run = { ...newRunOf(given, context), engine, currentSteps, startedAt, updatedAt }
    if (!startGiven(tables, world.databaseNow(), run)) return null
    world.saw('run given at its start')
    tell({ engineId: engine.id, runId: run.runId, events: run.events })
    return { runId: run.runId, created: true }
  }

  const put = (runId: string, command: Command, operationId = newId()): void => {
    const twice = world.strikes('command_twice', random)
    if (twice) later(() => put(runId, command, operationId), random.between(0, 3_000))
    later(() => {
      if (world.strikes('commit_lost', random)) {
        later(() => put(runId, command, operationId), AGAIN_MS)
        return
      }
      const state = tables.states.get(runId)
      if (state && state.endedAt !== null) world.saw('command to a run that has ended')
      if (command.type === 'resume' && racesTimeout(runId)) world.saw('decision races timeout')
      const { bound, arrived } = receive(tables, runId, command)
      // A web process reads the open tasks first; the run may have gone on when the command is sent.
      later(
        () => {
          const sent = send(tables, world.databaseNow(), { runId, operationId, command: bound })
          world.note(`${command.type} to ${runId}: ${sent}`)
          if (sent === 'sent') operations.set(operationId, arrived)
          world.check()
          wake()
        },
        random.between(0.1, 3),
      )
    })
  }

  const racesTimeout = (runId: string): boolean => {
    if (openMail(tables, runId).some((mail) => mail.command.includes('timer_fired'))) return true
    for (const dueAt of tables.timers.get(runId)?.values() ?? []) {
      if (Math.abs(dueAt - world.databaseNow()) < 50) return true
    }
    return false
  }

  const openTasks = (): readonly TaskRow[] => [...tables.tasks.values()].filter((task) => task.status === 'open')
  const anyRun = (fits: (state: StateRow) => boolean, of: Random): StateRow | null => {
    const runs = [...tables.states.values()].filter(fits)
    return runs.length > 0 ? of.pick(runs) : null
  }
  const inputOf = (of: Random) =>
    world.strikes('answer_poisoned', of)
      ? { said: poison }
      : of.pick([{ approved: true }, { approved: false, n: 3 }, { flag: true }])
  /** Sends a decision that names the task, only its step, or neither. */
  const decide = ({ runId, step, task }: TaskRow, of: Random) => {
    const meant = of.pick([{ task_id: task.task_id }, { task_id: task.task_id }, { step }, {}])
    put(runId, { type: 'resume', actor: of.pick([ana, ben]), ...meant, input: inputOf(of) })
  }

  /**
   * An override with or without a step: without one, it concerns the only step that can be meant. Named steps are any.
   */
  const overriding = (verb: 'skip' | 'mark_done' | 'jump', runId: string, of: Random): Command => {
    const steps = world.stepsOf(runId)
    const name = steps.length > 0 && of.chance(0.5) ? of.pick(steps) : undefined
    const to_step = steps.length > 0 ? of.pick([...steps, 'END']) : 'END'
    if (verb === 'jump') return { type: verb, actor: ana, to_step, ...(name !== undefined && { from_step: name }) }
    const one = name === undefined ? {} : { step: name }
    if (verb === 'skip') return { type: verb, actor: ana, ...one }
    return {
      type: verb,
      actor: ana,
      ...one,
      output: of.pick([{ n: 3 }, { target: to_step }, { approved: true }, null]),
    }
  }

  const act = (verb: Verb, of: Random): void => {
    switch (verb) {
      case 'decide': {
        const tasks = openTasks()
        if (tasks.length === 0) return
        const task = of.pick(tasks)
        decide(task, of)
        // Another person has the same task open.
        if (of.chance(0.3)) decide(task, of)
        return
      }
      case 'answer': {
        // The answer goes to any run, even one that waits for nothing yet; sometimes twice, as by a double click.
        const run = anyRun((state) => state.endedAt === null, of)
        const answer: Command = { type: 'resume', actor: of.pick([ana, ben]), input: inputOf(of) }
        for (let clicks = of.chance(0.5) ? 2 : 1; run !== null && clicks > 0; clicks -= 1) put(run.runId, answer)
        return
      }
      case 'race': {
        for (const task of openTasks()) {
          for (const dueAt of tables.timers.get(task.runId)?.values() ?? []) {
            schedule.at(schedule.now + dueAt - world.databaseNow() + of.between(-30, 30), () => decide(task, of))
          }
        }
        return
      }
      case 'odd': {
        const run = anyRun(() => true, of)
        if (run) put(run.runId, { type: 'resume', actor: ana, task_id: newId(), input: {} })
        return
      }
      case 'cancel': {
        const run = anyRun(() => true, of)
        const compensate = of.chance(0.5)
        const undoing = anyRun(({ phase }) => phase === 'ERROR' || phase === 'ROLLBACK', of)
        const force = of.chance(undoing === null ? 0.1 : 0.5)
        const meant = force ? (undoing ?? run) : run
        if (meant) put(meant.runId, { type: 'cancel', actor: ana, ...(force ? { force } : { compensate }) })
        return
      }
      case 'retry': {
        const hasFailed = (state: StateRow) => state.endedAt !== null && state.status.startsWith('FAILED')
        // A child that failed with its parent reopens the parent.
        const isChild = ({ runId }: StateRow) => tables.runs.get(runId)?.parentRunId != null
        const child = of.chance(0.5) ? anyRun((state) => hasFailed(state) && isChild(state), of) : null
        const run = child ?? anyRun((state) => state.endedAt !== null && state.status !== 'COMPLETED', of)
        const steps = run ? world.stepsOf(run.runId) : []
        const from = steps.length > 0 && of.chance(0.3) ? { from_step: of.pick(steps) } : {}
        const input = of.chance(0.2) ? { input: { n: of.below(4) } } : {}
        if (run) put(run.runId, { type: 'retry', actor: ana, ...from, ...input })
        return
      }
      case 'rollback': {
        const run = anyRun((state) => state.status === 'FAILED', of)
        if (run) put(run.runId, { type: 'rollback', actor: ana })
        return
      }
      case 'signal': {
        const run = anyRun((state) => state.endedAt === null, of)
        if (run) put(run.runId, signalOf(of.pick(['go', 'go', 'on']), of.pick([{ n: 2 }, { flag: true }, null, [1]])))
        return
      }
      case 'skip':
      case 'mark_done':
      case 'jump': {
        const isOpen = (state: StateRow) => state.endedAt === null || state.status.startsWith('FAILED')
        const run = anyRun(isOpen, of)
        if (run) put(run.runId, overriding(verb, run.runId, of))
        return
      }
      case 'next_step': {
        const run = anyRun(() => true, of)
        if (run) put(run.runId, { type: 'next_step', actor: ana, user_input: null })
        return
      }
      default: {
        const run = anyRun((state) => (verb === 'acknowledge' ? state.endedAt !== null : true), of)
        if (run) put(run.runId, { type: verb, actor: ana })
      }
    }
  }

  return {
    start,
    started,
    operations,
    onLoss() {
      for (const planned of draw.starts) {
        const runId = started.get(planned.id)
        if (runId === undefined || tables.runs.has(runId)) continue
        world.saw('run lost with its start')
        started.delete(planned.id)
        start(planned)
      }
      for (const id of operations.keys()) if (!tables.operations.has(id)) operations.delete(id)
    },
    command: (id, verb) => act(verb, createRandom(draw.seed, id)),
    finish() {
      for (const { runId, task } of openTasks()) {
        for (const actor of task.approvals_required === undefined ? [ana] : [ana, ben]) {
          put(runId, { type: 'resume', actor, task_id: task.task_id, input: { approved: true } })
        }
      }
      for (const { runId, held, endedAt, status } of tables.states.values()) {
        if (status === 'FAILED' && !triedAgain.has(runId)) put(runId, { type: 'rollback', actor: ana })
        if (status === 'FAILED') triedAgain.add(runId)
        if (endedAt !== null) continue
        if (world.isStuck(runId) && !givenUp.has(runId)) {
          givenUp.add(runId)
          put(runId, { type: 'cancel', actor: ana, compensate: true })
        }
        if (held) put(runId, { type: 'resume', actor: ana })
        for (const name of world.awaitedSignals(runId)) put(runId, signalOf(name, { n: 3 }))
        if (!held && world.isManual(runId)) put(runId, { type: 'next_step', actor: ana, user_input: null })
      }
    },
  }
}

function requestOf(
  planned: PlannedStart,
  runId: string,
  { version, hash, definition }: NonNullable<ReturnType<World['tables']['latest']['get']>>,
): StartRequest {
  return {
    run_id: runId,
    workflow: planned.workflow,
    version,
    hash,
    input: planned.input,
    drive: planned.manual ? 'manual' : 'auto',
    saga: definition.saga_enabled,
    fail_fast: definition.fail_fast,
    tags: [],
    priority: planned.priority,
    owner_id: 'local',
    data_region: 'local',
    root_run_id: runId,
    depth: 0,
    actor: ana,
  }
}
