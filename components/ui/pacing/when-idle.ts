/** However busy the page is, what waits for a pause does not wait longer. */
const longestMs = 1_000

/** Resolves when the page has nothing to do: what is beside the canvas is loaded behind it. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser knows it.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 100)
    else requestIdleCallback(() => resolve(), { timeout: longestMs })
  })
}
