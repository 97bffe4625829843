import type { Append, Appended } from '#server/engine/commit/append.ts'
import type { Store } from '#server/engine/ports.ts'
import { claimHeard } from '#server/engine/store/claim-heard.ts'
import { nowMs } from '../stats.ts'
import type { Marks } from './messages.ts'

/**
 * The engine's own store, with a look at what it answers: when runs were taken
 * and when they ended, without a question to the database that is measured.
 */
export interface Observer {
  readonly store: Store
  /** Calls back when this many runs have ended from now on. */
  expect(runs: number, onEnded: (marks: Marks) => void): void
  /** Settles when no run is being taken; none is until `go`. */
  hold(): Promise<void>
  go(): void
}

export function observe(store: Store): Observer {
  let open = Promise.withResolvers<void>()
  open.resolve()
  let claiming = 0
  let onQuiet: (() => void) | null = null
  let missing = 0
  let onEnded: (marks: Marks) => void = () => undefined
  const none = { claimBegunAt: 0, firstStartedAt: 0, lastEndedAt: 0, flushes: 0, claims: 0, appends: 0, fires: [] }
  let marks: { -readonly [Key in keyof Marks]: Marks[Key] } = { ...none }
  let fires: { timers: number; at: number }[] = []

  const noteEnds = (appends: readonly Append[], answers: readonly (Appended | undefined)[]) => {
    let ends = 0
    for (const [index, { projection }] of appends.entries()) {
      if (typeof projection?.endedAt === 'number' && answers[index]?.kind === 'committed') ends += 1
    }
    if (ends === 0 || missing === 0) return
    missing -= ends
    if (missing > 0) return
    missing = 0
    marks.lastEndedAt = nowMs()
    onEnded({ ...marks, fires })
  }

  return {
    store: {
      ...store,
      async append(engine, appends, lane, again) {
        const answers = await store.append(engine, appends, lane, again)
        marks.flushes += 1
        marks.appends += appends.length
        noteEnds(appends, answers)
        return answers
      },
      async fireTimers(engine, limit) {
        const answer = await store.fireTimers(engine, limit)
        if (answer.fired > 0) fires.push({ timers: answer.fired, at: Date.now() })
        return answer
      },
      async claim(...asked) {
        await open.promise
        claiming += 1
        const begunAt = nowMs()
        try {
          const { claimed, appends, answers } = await claimHeard(store, ...asked)
          if (appends.length > 0) {
            marks.flushes += 1
            marks.claims += 1
            marks.appends += appends.length
            if (marks.firstStartedAt === 0) {
              marks.claimBegunAt = begunAt
              marks.firstStartedAt = nowMs()
            }
            noteEnds(appends, answers)
          }
          return claimed
        } finally {
          claiming -= 1
          if (claiming === 0) onQuiet?.()
        }
      },
    },
    expect(runs, callback) {
      marks = { ...none }
      fires = []
      missing = runs
      onEnded = callback
    },
    async hold() {
      open = Promise.withResolvers<void>()
      if (claiming === 0) return
      await new Promise<void>((resolve) => {
        onQuiet = resolve
      })
      onQuiet = null
    },
    go: () => open.resolve(),
  }
}
