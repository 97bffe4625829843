'use client'

import { type RefObject, useEffect, useState } from 'react'

/** The inner size of an element in pixels; the guess until the element is drawn. */
export function useSize(element: RefObject<HTMLElement | null>, guess: { width: number; height: number }) {
  const [size, setSize] = useState(guess)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    const read = () => setSize({ width: watched.clientWidth, height: watched.clientHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}
