import { Counter, Histogram, Registry } from 'prom-client'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { measureProcess } from './event-loop-delay.ts'

/**
 * The metrics of one engine since its process began. Other processes read them from the engine's row in the database, so
 * that one place shows the engines of all machines.
 */
export interface EngineMetrics {
  readonly batchRuns: Histogram
  readonly commitSeconds: Histogram
  readonly failedCommits: Counter<'kind'>
  readonly fencedAppends: Counter
  readonly runsEnded: Counter<'status'>
  readonly runsClaimed: Counter
  readonly runsRecovered: Counter
  readonly recoveries: Counter
  readonly leasesLost: Counter
  readonly timersFired: Counter
  readonly attemptsEnded: Counter<'outcome'>
  readonly threadsLost: Counter
  readonly failureCalls: Counter<'outcome'>
  readonly mails: Counter<'outcome'>
  readonly webhookDeliveries: Counter<'outcome'>
  readonly alerts: Counter<'outcome'>
  readonly spans: Counter<'outcome'>
  readonly runsRemoved: Counter
  onOutcome(outcome: AttemptOutcome): void
  /** Everything as JSON. */
  snapshot(): Promise<Json>
}

const registerOf = () => {
  const registry = new Registry()
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers: [registry] })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers: [registry] })
  return { registry, counter, histogram }
}

export function createEngineMetrics(): EngineMetrics {
  const { registry, counter, histogram } = registerOf()
  measureProcess(registry, 'engine')
  const attemptsEnded = counter('heddle_attempts_ended_total', 'Attempts of steps that ended', ['outcome'])
  return {
    batchRuns: histogram('heddle_commit_runs', 'Runs in one commit', [1, 2, 5, 10, 20, 50, 100, 200, 512]),
    commitSeconds: histogram(
      'heddle_commit_duration_seconds',
      'From sending a commit to its acknowledgement',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20],
    ),
    failedCommits: counter('heddle_failed_commits_total', 'Commits that the database did not take', ['kind']),
    fencedAppends: counter('heddle_fenced_appends_total', 'Stale appends that were refused'),
    runsEnded: counter('heddle_runs_ended_total', 'Runs that ended', ['status']),
    runsClaimed: counter('heddle_runs_claimed_total', 'Runs taken from the queue, or started eagerly'),
    runsRecovered: counter('heddle_runs_recovered_total', 'Runs taken back from engines that were gone'),
    recoveries: counter('heddle_recoveries_total', 'Times that runs were taken back from engines that were gone'),
    leasesLost: counter('heddle_leases_lost_total', 'Times that this engine lost its lease'),
    timersFired: counter('heddle_timers_fired_total', 'Timers fired'),
    attemptsEnded,
    threadsLost: counter('heddle_function_threads_lost_total', 'Function threads that died or were ended'),
    failureCalls: counter('heddle_failure_calls_total', 'Calls of HEDDLE_ON_FAILURE', ['outcome']),
    mails: counter('heddle_mails_total', 'Attempts to send a mail', ['outcome']),
    webhookDeliveries: counter('heddle_webhook_deliveries_total', 'Attempts to send an event to a webhook', [
      'outcome',
    ]),
    alerts: counter('heddle_alerts_total', 'Attempts to send a message of a rule', ['outcome']),
    spans: counter('heddle_spans_total', 'Spans sent to the collector of traces', ['outcome']),
    runsRemoved: counter('heddle_runs_removed_total', 'Runs removed by age'),
    onOutcome(outcome) {
      const isQuarantined = outcome.kind === 'failed' && outcome.error.code === 'STEP_QUARANTINED'
      attemptsEnded.inc({ outcome: isQuarantined ? 'quarantined' : outcome.kind })
    },
    snapshot: async () => (await registry.getMetricsAsJSON()) as unknown as Json,
  }
}
