import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { cached } from '../cached.ts'
import { createKnowingPool } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { type Judgement, judgeDatabase } from './database-facts.ts'
import { differences } from './differences.ts'
import { noteProcesses } from './hint-spacing.ts'
import { type OpsServer, openOpsServer } from './ops-server.ts'
import { factsOf, type ProcessFacts, type ProcessKind } from './process-facts.ts'
import { removeProcess, renewProcess } from './process-row.ts'
import { fleetTuning } from './tuning.ts'

/**
 * A process as part of an installation. Its row says what must be equal everywhere, and its operations port says whether
 * it is ready.
 *
 * - `waiting`: the database is not usable yet; the process is not ready, and its row is not written.
 * - `starting`: the database is usable, and the process starts.
 * - `up`: the process works. It leads to `draining`.
 * - `draining`: the process hands back its work. It is not ready any more. Final.
 */
type FleetState = 'waiting' | 'starting' | 'up' | 'draining'

interface OwnJudgement {
  readonly reasons: () => readonly string[]
  readonly warnings: () => readonly string[]
}

export interface FleetProcess {
  readonly facts: ProcessFacts
  /** The process works now. What it says of itself: reasons why it does not, and warnings. */
  up(own?: Partial<OwnJudgement>): void
  /** The process begins to stop. */
  drains(): void
  /** Removes the row and closes the port. */
  leave(): Promise<void>
}

export interface FleetOptions {
  readonly kind: ProcessKind
  readonly env: Env
  readonly databaseUrl: string
  readonly log: (line: string) => void
  /** Waits until the database is usable: there is no supervisor that has prepared it. */
  readonly waits: boolean
}

export async function joinFleet({ kind, env, databaseUrl, log, waits }: FleetOptions): Promise<FleetProcess> {
  const facts = await factsOf(kind, env)
  const member = new Member(facts, openPool(databaseUrl), log)
  await member.openPort(env)
  if (waits) await member.waitForDatabase()
  member.begin()
  return member
}

function openPool(databaseUrl: string): Pool {
  const pool = createKnowingPool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    statement_timeout: 5_000,
    idleTimeoutMillis: 2 * fleetTuning.renewMs,
    application_name: 'heddle process',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

class Member implements FleetProcess {
  readonly facts: ProcessFacts
  readonly #pool: Pool
  readonly #log: (line: string) => void
  readonly #judgeDatabase: () => Promise<Judgement>
  #state: FleetState = 'waiting'
  #own: OwnJudgement = { reasons: () => [], warnings: () => [] }
  #others: readonly ProcessFacts[] = []
  #lastReported = ''
  #ops: OpsServer | null = null
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> = Promise.resolve()

  constructor(facts: ProcessFacts, pool: Pool, log: (line: string) => void) {
    this.facts = facts
    this.#pool = pool
    this.#log = log
    this.#judgeDatabase = cached(fleetTuning.readinessKeptMs, () => judgeDatabase(pool), 0)
  }

  async openPort({ opsPort, opsHost }: Env): Promise<void> {
    if (opsPort === undefined) return
    this.#ops = await openOpsServer({ host: opsHost, port: opsPort }, () => this.#judge())
    this.#log(`process ${this.facts.id} answers /healthz and /readyz on ${opsHost}:${this.#ops.port}`)
  }

  async waitForDatabase(): Promise<void> {
    for (;;) {
      const { reasons } = await this.#judgeDatabase()
      if (reasons.length === 0) return
      this.#report(reasons)
      await sleep(fleetTuning.waitMs)
    }
  }

  begin(): void {
    this.#state = 'starting'
    this.#renew()
  }

  up({ reasons, warnings }: Partial<OwnJudgement> = {}): void {
    this.#state = 'up'
    this.#own = { ...this.#own, ...(reasons && { reasons }), ...(warnings && { warnings }) }
  }

  drains(): void {
    this.#state = 'draining'
  }

  async leave(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const renewing = this.#renewing
    this.#state = 'draining'
    await renewing
    await removeProcess(this.#pool, this.facts.id).catch(() => undefined)
    await Promise.all([this.#pool.end(), this.#ops?.close()])
  }

  async #judge(): Promise<Judgement> {
    if (this.#state === 'draining') return { reasons: ['This process is stopping.'], warnings: [] }
    const { reasons, warnings } = await this.#judgeDatabase()
    const starting = this.#state === 'up' ? [] : ['This process is starting.']
    return {
      reasons: [...reasons, ...(reasons.length > 0 ? [] : starting), ...this.#own.reasons()],
      warnings: this.#warnings(warnings),
    }
  }

  #renew(): void {
    this.#renewing = this.#tell().then(() => {
      if (this.#state !== 'draining') this.#timer = setTimeout(() => this.#renew(), fleetTuning.renewMs).unref()
    })
  }

  /** Renews the row, with what is wrong for the page of processes, and logs it. */
  async #tell(): Promise<void> {
    const { reasons, warnings } = await this.#judgeDatabase()
    const wrong = () => [...reasons, ...this.#warnings(warnings)]
    const before = wrong()
    try {
      await this.#writeRow(before)
      // The row is the first to tell what the other processes are.
      if (wrong().join() !== before.join()) await this.#writeRow(wrong())
    } catch {
      // A database that takes no row is one of the reasons.
    }
    this.#report(wrong())
  }

  #warnings(ofDatabase: readonly string[]): readonly string[] {
    return [...ofDatabase, ...this.#own.warnings(), ...differences(this.facts, this.#others)]
  }

  async #writeRow(warnings: readonly string[]): Promise<void> {
    const others = await renewProcess(this.#pool, this.facts, warnings)
    this.#others = others
    noteProcesses(
      others.length + 1,
      others.every(({ version }) => version === this.facts.version),
    )
  }

  /** Logs sentences when they have changed. */
  #report(sentences: readonly string[]): void {
    const text = sentences.join(' ')
    if (text !== '' && text !== this.#lastReported) this.#log(text)
    this.#lastReported = text
  }
}
