/** What the watcher leaves on the page's window. */
export interface Watch {
  readonly longTasks: { readonly start: number; readonly ms: number }[]
  /** Time of the frame in which the first node of the canvas was shown. */
  firstNodeAt: number | null
  /** Times of all frames since `frames` was emptied. */
  frames: number[]
  /** Round trips of messages to workers, in milliseconds. */
  readonly workerMs: number[]
}
export type WatchedWindow = typeof globalThis & { heddleWatch: Watch }

/** Runs in the page before its own scripts. Self-contained: its source is sent to the browser. */
export function watchPage(): void {
  const watch: Watch = { longTasks: [], firstNodeAt: null, frames: [], workerMs: [] }
  ;(globalThis as WatchedWindow).heddleWatch = watch
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.longTasks.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const frame = (now: number) => {
    watch.frames.push(now)
    if (watch.firstNodeAt === null && document.querySelector('.react-flow__node') !== null) {
      watch.firstNodeAt = performance.now()
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (this: Worker, ...parameters: Parameters<typeof post>) {
    const sentAt = performance.now()
    this.addEventListener('message', () => watch.workerMs.push(performance.now() - sentAt), { once: true })
    return post.apply(this, parameters)
  } as typeof post
}
