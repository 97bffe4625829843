import type { Append, Appended } from '../commit/append.ts'
import type { Store } from '../ports.ts'
import { claimHeard } from '../store/claim-heard.ts'
import { kindOfStoreError } from '../store-error.ts'
import type { EngineMetrics } from './engine-metrics.ts'

/** A store that counts commits and their answers. It counts per commit, never per event. */
export function measuredStore(store: Store, metrics: EngineMetrics): Store {
  return {
    ...store,
    async append(engine, appends, lane, again) {
      const endTimer = metrics.commitSeconds.startTimer()
      try {
        const answers = await store.append(engine, appends, lane, again)
        endTimer()
        metrics.batchRuns.observe(appends.length)
        countAnswers(appends, answers, metrics)
        return answers
      } catch (error) {
        metrics.failedCommits.inc({ kind: kindOfStoreError(error) })
        throw error
      }
    },
    async claim(...asked) {
      const { claimed, appends, answers } = await claimHeard(store, ...asked)
      metrics.runsClaimed.inc([...claimed.answers.values()].filter(({ kind }) => kind === 'committed').length)
      // A run of pure steps may end in the append that takes it.
      countAnswers(
        appends,
        answers.map((answer) => answer ?? { kind: 'fenced' }),
        metrics,
      )
      return claimed
    },
    async recover() {
      const recovered = await store.recover()
      if (recovered.runs > 0) metrics.recoveries.inc()
      metrics.runsRecovered.inc(recovered.runs)
      return recovered
    },
    async renew(engine, leaseMs, load) {
      const now = await store.renew(engine, leaseMs, load)
      if (now === null) metrics.leasesLost.inc()
      return now
    },
    onOtherGeneration: (listener) =>
      store.onOtherGeneration(() => {
        metrics.leasesLost.inc()
        listener()
      }),
    async fireTimers(engine, limit) {
      const fired = await store.fireTimers(engine, limit)
      metrics.timersFired.inc(fired.fired)
      return fired
    },
  }
}

function countAnswers(appends: readonly Append[], answers: readonly Appended[], metrics: EngineMetrics): void {
  for (const [index, { projection }] of appends.entries()) {
    if (answers[index]?.kind === 'fenced') metrics.fencedAppends.inc()
    // An acknowledgement changes the projection of a run that had ended before.
    else if (projection && projection.endedAt !== null && !projection.phase.endsWith('_ACK')) {
      metrics.runsEnded.inc({ status: projection.status })
    }
  }
}
