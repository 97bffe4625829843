'use client'

import { useEffect, useRef, useState } from 'react'
import { glideMs } from './glide.ts'

/** Time, in ms, in which a part that was just drawn gets the state of its run. */
const settledMs = 1_000

/**
 * Whether a change of state is shown by motion: true from such a change until `seen` is called. The state of a part when
 * it is drawn is no news, and nothing moves for people who asked for less motion.
 */
export function useNews<State>(state: State, isNews: (before: State, now: State) => boolean) {
  const before = useRef(state)
  const drawnAt = useRef(performance.now())
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const isSettled = performance.now() - drawnAt.current > settledMs
    if (isNews(before.current, state) && isSettled && glideMs(1) > 0) setShown(true)
    before.current = state
  }, [state, isNews])
  return { shown, seen: () => setShown(false) }
}
