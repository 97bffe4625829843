/** What the watcher leaves on the page's window. */
export interface Watch {
  readonly longTasks: { readonly start: number; readonly ms: number }[]
  /** Time behind the frame in which the first node of the canvas was shown. */
  firstNodeAt: number | null
  /** Times of all frames since `countFrames` was called. */
  frames: number[]
  /** Asking for frames keeps the browser at work, so nobody does while a page is opened. */
  countFrames(): void
  /** Round trips of messages to workers, in milliseconds. */
  readonly workerMs: number[]
}
/** Tasks of the page by their priority, as Chromium has them. */
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
