import { type Definition, isCode } from '#core/definition/definition.ts'
import { hasEnvelope } from '#core/definition/envelope.ts'
import { executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import { sagaOf } from '#core/run/start/start-request.ts'
import type { RunHeader } from '#core/run/state.ts'
import { eagerRun } from '#server/engine/commit/eager-run.ts'
import { type Beginning, beginning, newRunOf } from '#server/engine/commit/new-run.ts'
import { send, startEagerly, startRuns } from '#server/engine/store/memory/memory-store.ts'
import { openMail, type StateRow, type TaskRow } from '#server/engine/store/memory/tables.ts'
import { type Arrived, receive } from '../checkers/arrivals.ts'
import { deciderOf } from '../checkers/decider-of.ts'
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

export function createPeople(world: World, engines: Pick<Engines, 'wake' | 'tell'>): People {
  return new SimulatedPeople(world, engines)
}

/** What people have sent so far, and what they send next. */
class SimulatedPeople implements People {
  readonly #world: World
  readonly #wake: Engines['wake']
  readonly #tell: Engines['tell']
  readonly #schedule: World['schedule']
  readonly #tables: World['tables']
  readonly #draw: World['draw']
  readonly #random: Random
  readonly started = new Map<string, string>()
  readonly operations = new Map<string, Arrived>()
  /** Failed runs with one repeated rollback. */
  readonly #rolledBackTwice = new Set<string>()
  readonly #acknowledged = new Set<string>()
  /** Cancelled runs that would have waited for ever. */
  readonly #cancelledAsStuck = new Set<string>()
  #ids = 0

  constructor(world: World, { wake, tell }: Pick<Engines, 'wake' | 'tell'>) {
    this.#world = world
    this.#wake = wake
    this.#tell = tell
    this.#schedule = world.schedule
    this.#tables = world.tables
    this.#draw = world.draw
    this.#random = createRandom(world.draw.seed, 'people')
  }

  #newId() {
    this.#ids += 1
    return idOf(this.#schedule.now, 0xffff, this.#ids)
  }

  #later(call: () => void, ms = this.#random.between(0.2, 20)) {
    return this.#schedule.at(this.#schedule.now + ms, call)
  }

  /**
   * A client that retries until the server answers; only the idempotency key keeps each retry from starting another
   * run.
   */
  start(planned: PlannedStart): void {
    const found = this.#tables.latest.get(`local\u0000${planned.workflow}`)
    if (!found) return
    this.#later(() => {
      const request = requestOf(planned, this.#newId(), found)
      const context = { now: this.#schedule.now, appendId: this.#newId(), idempotencyKey: planned.id }
      const begun = beginning(request, context)
      const lost = this.#world.strikes('commit_lost', this.#random)
      if (!lost) {
        const answer =
          this.#startEager(begun, context, found.definition) ??
          startRuns(this.#tables, this.#world.databaseNow(), [{ ...newRunOf(begun, context), queueDelayMs: 0 }])[0]
        this.#world.note(`start of ${planned.id}: ${answer?.runId} ${answer?.created}`)
        this.#world.check()
        this.#wake()
        if (answer && !this.#world.strikes('applied_but_lost', this.#random)) {
          const before = this.started.get(planned.id)
          if (before !== undefined && before !== answer.runId) {
            this.#world.violate({ invariant: 1, what: `${planned.id} started ${before} and ${answer.runId}` })
          }
          this.started.set(planned.id, answer.runId)
        }
      }
      const isKnown = this.started.has(planned.id)
      if (!isKnown || this.#world.strikes('start_twice', this.#random))
        this.#later(() => this.start(planned), isKnown ? 2_000 : AGAIN_MS)
    })
  }

  /** Starts a run as a web process does: some starts are eager. */
  #startEager(begun: Beginning, context: Parameters<typeof newRunOf>[1], definition: Definition) {
    const alive = [...this.#tables.engines.values()].filter(({ expiresAt }) => expiresAt > this.#world.databaseNow())
    if (alive.length === 0 || !this.#random.chance(0.8)) return null
    const times = {
      clock: { now: () => this.#schedule.now },
      ids: { runId: () => this.#newId(), random: this.#random.next },
    }
    const decider = deciderOf(executable(definition))
    const run = eagerRun(this.#random.pick(alive), begun, decider, times, context)
    if (!run || !startEagerly(this.#tables, this.#world.databaseNow(), run)) return null
    this.#world.saw('run started eagerly')
    this.#tell({ engineId: run.engine.id, runId: run.runId, events: run.events })
    return { runId: run.runId, created: true }
  }

  #put(runId: string, command: Command, operationId = this.#newId()): void {
    const twice = this.#world.strikes('command_twice', this.#random)
    if (twice) this.#later(() => this.#put(runId, command, operationId), this.#random.between(0, 3_000))
    this.#later(() => {
      if (this.#world.strikes('commit_lost', this.#random)) {
        this.#later(() => this.#put(runId, command, operationId), AGAIN_MS)
        return
      }
      const state = this.#tables.states.get(runId)
      if (state && state.endedAt !== null) this.#world.saw('command to a run that has ended')
      if (command.type === 'resume' && this.#racesTimeout(runId)) this.#world.saw('decision races timeout')
      const { bound, arrived } = receive(this.#tables, runId, command)
      // A web process reads the open tasks first; the run may have gone on when the command is sent.
      this.#later(
        () => {
          const sent = send(this.#tables, this.#world.databaseNow(), { runId, operationId, command: bound })
          this.#world.note(`${command.type} to ${runId}: ${sent}`)
          if (sent === 'sent') this.operations.set(operationId, arrived)
          this.#world.check()
          this.#wake()
        },
        this.#random.between(0.1, 3),
      )
    })
  }

  #racesTimeout(runId: string): boolean {
    if (openMail(this.#tables, runId).some((mail) => mail.command.includes('timer_fired'))) return true
    for (const dueAt of this.#tables.timers.get(runId)?.values() ?? []) {
      if (Math.abs(dueAt - this.#world.databaseNow()) < 50) return true
    }
    return false
  }

  #openTasks(): readonly TaskRow[] {
    return [...this.#tables.tasks.values()].filter((task) => task.status === 'open')
  }

  #anyRun(fits: (state: StateRow) => boolean, of: Random): StateRow | null {
    const runs = [...this.#tables.states.values()].filter(fits)
    return runs.length > 0 ? of.pick(runs) : null
  }

  #inputOf(of: Random) {
    return this.#world.strikes('answer_poisoned', of)
      ? { said: poison }
      : of.pick([{ approved: true }, { approved: false, n: 3 }, { flag: true }])
  }

  /** Sends a decision that names the task, only its step, or neither. */
  #decide({ runId, step, task }: TaskRow, of: Random) {
    const meant = of.pick([{ task_id: task.task_id }, { task_id: task.task_id }, { step }, {}])
    this.#put(runId, { type: 'resume', actor: of.pick([ana, ben]), ...meant, input: this.#inputOf(of) })
  }

  /**
   * An override with or without a step: without one, it concerns the only step that can be meant. Named steps are any.
   */
  #overriding(verb: 'skip' | 'mark_done' | 'jump', runId: string, of: Random): Command {
    const steps = this.#world.stepsOf(runId)
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

  /** A message to code: a signal with a handler, one without, or an update. */
  #message(of: Random): Command {
    if (of.chance(0.3))
      return { type: 'update', actor: ana, update_id: this.#newId(), name: 'update', args: [of.below(5)] }
    return signalOf(of.pick(['signal', 'signal', 'signal', 'go']), [of.below(5)])
  }

  #act(verb: Verb, of: Random): void {
    switch (verb) {
      case 'decide': {
        const tasks = this.#openTasks()
        if (tasks.length === 0) return
        const task = of.pick(tasks)
        this.#decide(task, of)
        // Another person has the same task open.
        if (of.chance(0.3)) this.#decide(task, of)
        return
      }
      case 'answer': {
        // The answer goes to any run, even one that waits for nothing yet; sometimes twice, as by a double click.
        const run = this.#anyRun((state) => state.endedAt === null, of)
        const answer: Command = { type: 'resume', actor: of.pick([ana, ben]), input: this.#inputOf(of) }
        for (let clicks = of.chance(0.5) ? 2 : 1; run !== null && clicks > 0; clicks -= 1) this.#put(run.runId, answer)
        return
      }
      case 'race': {
        for (const task of this.#openTasks()) {
          for (const dueAt of this.#tables.timers.get(task.runId)?.values() ?? []) {
            this.#schedule.at(this.#schedule.now + dueAt - this.#world.databaseNow() + of.between(-30, 30), () =>
              this.#decide(task, of),
            )
          }
        }
        return
      }
      case 'odd': {
        const run = this.#anyRun(() => true, of)
        if (run) this.#put(run.runId, { type: 'resume', actor: ana, task_id: this.#newId(), input: {} })
        return
      }
      case 'cancel': {
        const run = this.#anyRun(() => true, of)
        const compensate = of.chance(0.5)
        const undoing = this.#anyRun(({ phase }) => phase === 'ERROR' || phase === 'ROLLBACK', of)
        const force = of.chance(undoing === null ? 0.1 : 0.5)
        const meant = force ? (undoing ?? run) : run
        if (meant) this.#put(meant.runId, { type: 'cancel', actor: ana, ...(force ? { force } : { compensate }) })
        return
      }
      case 'retry': {
        const hasFailed = (state: StateRow) => state.endedAt !== null && state.status.startsWith('FAILED')
        // A child that failed with its parent reopens the parent.
        const isChild = ({ runId }: StateRow) => this.#tables.runs.get(runId)?.header.parent !== undefined
        const child = of.chance(0.5) ? this.#anyRun((state) => hasFailed(state) && isChild(state), of) : null
        const run = child ?? this.#anyRun((state) => state.endedAt !== null && state.status !== 'COMPLETED', of)
        const steps = run ? this.#world.stepsOf(run.runId) : []
        const from = steps.length > 0 && of.chance(0.3) ? { from_step: of.pick(steps) } : {}
        const input = of.chance(0.2) ? { input: { n: of.below(4) } } : {}
        if (run) this.#put(run.runId, { type: 'retry', actor: ana, ...from, ...input })
        return
      }
      case 'rollback': {
        const run = this.#anyRun((state) => state.status === 'FAILED', of)
        if (run) this.#put(run.runId, { type: 'rollback', actor: ana })
        return
      }
      case 'signal': {
        const run = this.#anyRun((state) => state.endedAt === null, of)
        if (run)
          this.#put(run.runId, signalOf(of.pick(['go', 'go', 'on']), of.pick([{ n: 2 }, { flag: true }, null, [1]])))
        return
      }
      case 'message': {
        const run = this.#anyRun((state) => state.endedAt === null && this.#world.isCode(state.runId), of)
        if (run) this.#put(run.runId, this.#message(of))
        return
      }
      case 'cancel_code': {
        const run = this.#anyRun((state) => state.endedAt === null && this.#world.isCode(state.runId), of)
        const how = of.pick([{}, {}, { compensate: true }, { force: true }])
        if (run && of.chance(0.5)) this.#put(run.runId, { type: 'cancel', actor: ana, ...how })
        return
      }
      case 'skip':
      case 'mark_done':
      case 'jump': {
        const isOpen = (state: StateRow) => state.endedAt === null || state.status.startsWith('FAILED')
        const run = this.#anyRun(isOpen, of)
        if (run) this.#put(run.runId, this.#overriding(verb, run.runId, of))
        return
      }
      case 'next_step': {
        const run = this.#anyRun(() => true, of)
        if (run) this.#put(run.runId, { type: 'next_step', actor: ana, user_input: null })
        return
      }
      default: {
        const run = this.#anyRun((state) => (verb === 'acknowledge' ? state.endedAt !== null : true), of)
        if (run) this.#put(run.runId, { type: verb, actor: ana })
      }
    }
  }

  onLoss(): void {
    for (const planned of this.#draw.starts) {
      const runId = this.started.get(planned.id)
      if (runId === undefined || this.#tables.runs.has(runId)) continue
      this.#world.saw('run lost with its start')
      this.started.delete(planned.id)
      this.start(planned)
    }
    for (const id of this.operations.keys()) if (!this.#tables.operations.has(id)) this.operations.delete(id)
  }

  command(id: string, verb: Verb): void {
    this.#act(verb, createRandom(this.#draw.seed, id))
  }

  finish(): void {
    for (const { runId, task } of this.#openTasks()) {
      for (const actor of task.approvals_required === undefined ? [ana] : [ana, ben]) {
        this.#put(runId, { type: 'resume', actor, task_id: task.task_id, input: { approved: true } })
      }
    }
    for (const { runId, held, endedAt, status, phase } of this.#tables.states.values()) {
      if (status === 'FAILED' && !this.#rolledBackTwice.has(runId)) {
        this.#rolledBackTwice.add(runId)
        this.#put(runId, { type: 'rollback', actor: ana })
      } else if (phase === 'FAILED_UNSAFE' && !this.#acknowledged.has(runId)) {
        // Its locks are in quarantine until then, and other runs wait for them.
        this.#acknowledged.add(runId)
        this.#put(runId, { type: 'acknowledge', actor: ana })
      }
      if (endedAt !== null) continue
      if (this.#world.isStuck(runId) && !this.#cancelledAsStuck.has(runId)) {
        this.#cancelledAsStuck.add(runId)
        this.#put(runId, { type: 'cancel', actor: ana, compensate: true })
      }
      if (held) this.#put(runId, { type: 'resume', actor: ana })
      for (const name of this.#world.awaitedSignals(runId)) this.#put(runId, signalOf(name, { n: 3 }))
      if (!held && this.#world.isManual(runId)) this.#put(runId, { type: 'next_step', actor: ana, user_input: null })
    }
  }
}

function requestOf(
  planned: PlannedStart,
  runId: string,
  { version, hash, definition }: NonNullable<ReturnType<World['tables']['latest']['get']>>,
): RunHeader {
  return {
    run_id: runId,
    workflow: planned.workflow,
    version,
    hash,
    input: planned.input,
    drive: planned.manual ? 'manual' : 'auto',
    saga: sagaOf(definition),
    ...(hasEnvelope(definition) && { envelope: true as const }),
    ...(isCode(definition) && { code: true as const }),
    fail_fast: planned.fanOut?.options?.fail_fast ?? definition.fail_fast,
    ...(planned.fanOut !== undefined && { fan_out: planned.fanOut }),
    tags: [],
    priority: planned.priority,
    owner_id: 'local',
    data_region: 'local',
    root_run_id: runId,
    depth: 0,
    actor: ana,
  }
}
