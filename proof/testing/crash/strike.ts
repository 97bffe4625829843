import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { type CrashPoint, crashPoints, onReach } from '#server/engine/crash-points.ts'

/**
 * Ends the whole process by SIGKILL when it reaches the armed point, in
 * whichever of its threads: what is armed lies in memory that they share.
 */
const SHARED = 'heddle crash points'
const POINT = 0
const TIMES = 1

/** In the main thread: from now on the threads to come can be armed as well. */
export function shareWithThreads(): Int32Array {
  const armed = new Int32Array(new SharedArrayBuffer(8))
  setEnvironmentData(SHARED, armed.buffer as unknown as Parameters<typeof setEnvironmentData>[1])
  strikeFrom(armed)
  return armed
}

/** In a thread: does nothing unless the main thread shares what is armed. */
export function strikeInThread(): void {
  const shared = getEnvironmentData(SHARED) as unknown
  if (shared instanceof SharedArrayBuffer) strikeFrom(new Int32Array(shared))
}

/** The process ends at the `times`-th visit of the point, counted from now on. */
export function arm(armed: Int32Array, point: CrashPoint, times: number): void {
  Atomics.store(armed, TIMES, times)
  Atomics.store(armed, POINT, 1 + crashPoints.indexOf(point))
}

function strikeFrom(armed: Int32Array): void {
  onReach((point) => {
    if (Atomics.load(armed, POINT) !== 1 + crashPoints.indexOf(point)) return
    if (Atomics.sub(armed, TIMES, 1) !== 1) return
    // The statement has been handed over; the socket gets it within this turn.
    if (point.endsWith('.sent')) setImmediate(die)
    else die()
  })
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}
