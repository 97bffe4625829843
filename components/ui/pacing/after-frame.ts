/** Fallback delay: a hidden page has no frames. */
const withoutFrameMs = 250

/** Runs a function after the next frame is painted; the returned function cancels it. */
export function afterFrame(perform: () => void): () => void {
  let timer = setTimeout(() => {
    // The frame may come later all the same, and is not to perform it again.
    cancelAnimationFrame(frame)
    perform()
  }, withoutFrameMs)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(perform)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
