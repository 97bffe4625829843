import type { DrainedMail } from '#server/engine/ports.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/** The time by which `connection.ts` and the server give up. */
const LONGEST_ANSWER_MS = 15_000

export const transientErrors: readonly (string | null)[] = [
  '40001',
  '40P01',
  '53300',
  '53100',
  '57P01',
  '57014',
  '08006',
  null,
]

/**
 * Connections of a process to the database: requests and answers take time, get lost, or are answered with an error
 * although they were or will be applied.
 */
export interface Wire {
  /** Resolves when a message over this connection has arrived. */
  travel(connection: string): Promise<void>
  /** Applies a request at the database and returns its answer. A process that has ended gets no answer. */
  request<Result>(what: string, connection: string, apply: () => Promise<Result>): Promise<Result>
}

export function createWire(process: Process, world: World): Wire {
  const { schedule } = world
  const { random } = process
  const busyUntil = new Map<string, number>()

  /** The arrival time of a message sent now over this connection. */
  const arrival = (connection: string, extraMs = 0): number => {
    const quick = random.chance(0.9) ? random.between(0.1, 2) : random.between(2, 30)
    const at = Math.max(schedule.now + quick + extraMs, busyUntil.get(connection) ?? 0)
    busyUntil.set(connection, at)
    return at
  }
  const travel = (connection: string): Promise<void> =>
    new Promise((resolve) => {
      schedule.at(arrival(connection), () => process.deliver(resolve))
    })

  const request = <Result>(what: string, connection: string, apply: () => Promise<Result>): Promise<Result> => {
    if (process.isAlive && world.strikes('crash_before_request', random)) process.end()
    if (!process.isAlive) return new Promise<never>(() => undefined)
    const transient = world.strikes('transient_error', random)
    const lost = !transient && world.strikes('commit_lost', random)
    const appliedButLost = !lost && !transient && world.strikes('applied_but_lost', random)
    const appliedLater = !appliedButLost && !lost && world.strikes('applied_after_error', random)
    const crashes = !transient && !lost && world.strikes('crash_after_commit', random)
    const extraMs = world.strikes('answer_delayed', random) ? random.between(100, LONGEST_ANSWER_MS) : 0
    // Creating errors is expensive, and most requests need none.
    const error =
      transient || lost || appliedButLost || appliedLater
        ? storeError(transient ? random.pick(transientErrors) : null)
        : null

    const sentIn = world.tables.generation
    /** The promotion of a standby cuts all connections to the previous store. */
    const isCut = () => sentIn !== world.tables.generation
    return new Promise<Result>((resolve, reject) => {
      const answerWith = (settle: () => void) => {
        schedule.at(arrival(`${connection} back`, extraMs), () => process.deliver(settle))
      }
      const doIt = async (answers: boolean) => {
        try {
          const result = await apply()
          world.note(`${process.name} ${what}${detailOf(result)}`)
          if (crashes) {
            world.note(`${process.name} crashes after ${what}`)
            if (what === 'append') world.saw('crash with a commit under way')
            process.end()
          }
          if (answers) answerWith(() => resolve(result))
          world.check()
        } catch (thrown) {
          world.note(`${process.name} ${what}: ${String(thrown)}`)
          if (answers) answerWith(() => reject(thrown))
        }
      }
      const there = arrival(connection)
      if (appliedLater) schedule.at(there + random.between(1, 1_000), () => void (isCut() || doIt(false)))
      schedule.at(there, () => {
        if (isCut()) {
          answerWith(() => reject(storeError(null)))
        } else if (error && !appliedButLost) {
          world.note(`${process.name} ${what} fails: ${error.message}`)
          answerWith(() => reject(error))
        } else {
          void doIt(!appliedButLost)
          if (appliedButLost) {
            world.note(`${process.name} does not hear that ${what} was done`)
            answerWith(() => reject(error))
          }
        }
      })
    })
  }

  return { travel, request }
}

/** The part of an answer that helps to read a trace. */
function detailOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return result === undefined ? '' : ` ${String(result)}`
  if (result instanceof Set) return `: ${[...result].join(', ')}`
  if ('mail' in result) {
    const { mail, mailSeqs } = result as DrainedMail
    return ` of ${[...mailSeqs].map(([runId, seq]) => `${runId} up to ${seq}`).join(', ')}: ${mail.length}`
  }
  if (Array.isArray(result)) return `: ${result.map((each) => JSON.stringify(each)).join(', ')}`
  return ''
}

export function storeError(code: string | null): Error {
  const error = withoutStack(code === null ? 'Connection terminated unexpectedly' : `SQLSTATE ${code}`)
  return code === null ? error : Object.assign(error, { code })
}

/** An error without a stack: the stack says nothing useful, and capturing it is most of the cost. */
function withoutStack(message: string): Error {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new Error(message)
  Error.stackTraceLimit = stackTraceLimit
  return error
}
