/** The longest wait for an idle page. */
const longestMs = 1_000

/** Resolves when the page is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser has requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 100)
    else requestIdleCallback(() => resolve(), { timeout: longestMs })
  })
}
