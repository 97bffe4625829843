'use client'

import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { playPace, within } from './moves.ts'
import type { ShownMoment } from './use-moment.ts'

export interface Play {
  readonly isPlaying: boolean
  toggle(): void
  /** Moves to an event by hand, which stops playing. */
  go(seq: number | null): void
}

/** Plays the run to its last event; from now, playing starts at the first event. */
export function usePlay({ moment: { seq, isLive }, goTo }: ShownMoment, count: number): Play {
  const [isPlaying, setPlaying] = useState(false)
  const { stride, tickMs } = playPace(count)
  const step = useEffectEvent(() => {
    const next = within(seq + stride, count)
    goTo(next)
    if (next === null) setPlaying(false)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(step, tickMs)
    return () => clearInterval(timer)
  }, [isPlaying, tickMs])

  const toggle = useCallback(() => {
    if (!isPlaying && isLive) goTo(1)
    setPlaying(!isPlaying)
  }, [isPlaying, isLive, goTo])
  const go = useCallback(
    (to: number | null) => {
      setPlaying(false)
      goTo(to)
    },
    [goTo],
  )
  return { isPlaying, toggle, go }
}
