import type { LockWitness } from '../testing/lock-witness.ts'
import type { Engines } from './engines.ts'
import type { Faults } from './faults.ts'
import type { Inspector } from './inspector.ts'
import type { Recoveries } from './recoveries.ts'
import type { Workload } from './workload.ts'

export interface Tortured {
  readonly faults: Faults
  readonly engines: Engines
  readonly workload: Workload
  readonly recoveries: Recoveries
  readonly inspector: Inspector
  /** Absent where no run has an envelope. */
  readonly witness: LockWitness | null
}

/** What has happened until now, in a few lines. */
export function report({ faults, engines, workload, recoveries, inspector, witness }: Tortured): string {
  const { kill, drain, freeze, usurp, terminate, connections } = faults.counts
  const disturbed = [...faults.disturbances].map(([name, times]) => `${times} × ${name}`)
  const { violations, ended, tally } = inspector
  const outcomes = Object.entries(ended).map(([status, runs]) => `${runs} ${status}`)
  const happened = Object.entries(tally).map(([what, times]) => `${times} ${what}`)
  const total = [...violations.values()].reduce((sum, times) => sum + times, 0)
  return [
    `faults      ${kill} engines killed, ${drain} drained and replaced, ${freeze} frozen, ${usurp} leases ended behind an engine's back, ${terminate} times ${connections} connections terminated in all`,
    `database    ${disturbed.join(', ') || 'undisturbed'}`,
    `runs        ${workload.started} started (${workload.startsRepeated} starts asked for again), checked and removed: ${outcomes.join(', ') || 'none'}`,
    `inside      ${happened.join(', ') || 'nothing yet'}`,
    `takeovers   ${recoveries.takeovers} runs taken over, ${engines.fencedAppends} stale appends refused; ${engines.lost.threads} function threads and ${engines.lost.isolated} isolated processes lost`,
    `recovery    engine lost: ${inSeconds(recoveries.percentiles('engine'))}; database disturbed: ${inSeconds(recoveries.percentiles('database'))}; one upon the other: ${inSeconds(recoveries.percentiles('both'))}; ${recoveries.waiting} runs waiting for it now`,
    ...(witness === null
      ? []
      : [`locks       ${witness.granted} granted, ${witness.handedOver} from one run to another`]),
    `violations  ${total} in ${inspector.rowsLookedAt} rows looked at`,
    ...[...violations].map(([what, times]) => `            ${times} × ${what}`),
  ].join('\n')
}

function inSeconds({ p50, p99, max }: { readonly p50: number; readonly p99: number; readonly max: number }): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  return `p50 ${seconds(p50)} s, p99 ${seconds(p99)} s, longest ${seconds(max)} s`
}
