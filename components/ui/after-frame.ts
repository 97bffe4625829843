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
