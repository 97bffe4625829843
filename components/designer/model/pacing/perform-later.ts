import { afterFrame } from '#components/ui/pacing/after-frame.ts'
import type { Pace } from './writing-pace.ts'

/** Performs behind the frame, or after a pause; the answer cancels it. */
export function performLater(pace: Exclude<Pace, 'at_once'>, perform: () => void): () => void {
  if (pace === 'behind_frame') return afterFrame(perform)
  const timer = setTimeout(perform, pace)
  return () => clearTimeout(timer)
}
