import type { Pace } from './document/writing-pace.ts'

/** A page that nobody sees has no frames. */
const withoutFrameMs = 250

/** Performs once the next frame is painted; the answer cancels it. */
export function afterFrame(perform: () => void): () => void {
  let timer = setTimeout(perform, withoutFrameMs)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(perform)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Performs behind the frame, or after a pause; the answer cancels it. */
export function performLater(pace: Exclude<Pace, 'at_once'>, perform: () => void): () => void {
  if (pace === 'behind_frame') return afterFrame(perform)
  const timer = setTimeout(perform, pace)
  return () => clearTimeout(timer)
}
