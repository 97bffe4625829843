'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { showcasePhases, stillPhase } from './showcase-script.ts'

const reduced = '(prefers-reduced-motion: reduce)'

function watchMotion(listener: () => void): () => void {
  const query = matchMedia(reduced)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The phase of the drawn run: one timer for each phase, and none while the page is hidden or motion is unwanted. */
export function useShowcase() {
  const isStill = useSyncExternalStore(
    watchMotion,
    () => matchMedia(reduced).matches,
    () => true,
  )
  const [isPaused, setPaused] = useState(false)
  const [at, setAt] = useState(0)
  const index = isStill ? stillPhase : at
  const isMoving = !isStill && !isPaused
  useEffect(() => {
    if (!isMoving) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      if (document.hidden) return
      timer = setTimeout(() => setAt((at + 1) % showcasePhases.length), showcasePhases[at]?.ms)
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [at, isMoving])
  return {
    index,
    phase: showcasePhases[index] as (typeof showcasePhases)[number],
    isStill,
    isMoving,
    isPaused,
    setPaused,
  }
}
