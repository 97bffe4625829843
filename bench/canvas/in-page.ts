/** The watcher's data on the page's window. */
export interface Watch {
  readonly longTasks: { readonly start: number; readonly ms: number }[]
  /** The time after the frame in which the first node of the canvas was shown. */
  firstNodeAt: number | null
  /** Times of all frames since `countFrames` was called. */
  frames: number[]
  /** Starts counting frames. Requesting frames keeps the browser busy, so frames are not counted while a page opens. */
  countFrames(): void
  /** Round trips of messages to workers, in milliseconds. */
  readonly workerMs: number[]
}
/** Chromium's scheduler, which runs tasks of the page by priority. */
export interface PrioritizedWindow {
  readonly scheduler: { postTask(task: () => void, options: { readonly priority: 'user-blocking' }): Promise<void> }
}
export type WatchedWindow = typeof globalThis & { heddleWatch: Watch }

/** Runs in the page before its own scripts. Self-contained: its source is sent to the browser. */
export function watchPage(): void {
  let isCounting = false
  const frame = (now: number) => {
    watch.frames.push(now)
    requestAnimationFrame(frame)
  }
  const watch: Watch = {
    longTasks: [],
    firstNodeAt: null,
    frames: [],
    workerMs: [],
    countFrames() {
      watch.frames = []
      if (!isCounting) requestAnimationFrame(frame)
      isCounting = true
    },
  }
  ;(globalThis as WatchedWindow).heddleWatch = watch
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.longTasks.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const observer = new MutationObserver(() => {
    if (document.querySelector('.react-flow__node') === null) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        watch.firstNodeAt = performance.now()
      }),
    )
  })
  observer.observe(document, { subtree: true, childList: true })
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (this: Worker, ...parameters: Parameters<typeof post>) {
    const sentAt = performance.now()
    this.addEventListener('message', () => watch.workerMs.push(performance.now() - sentAt), { once: true })
    return post.apply(this, parameters)
  } as typeof post
}
