/** As an engine is that has work: who is held back is stopped meanwhile. Returns what ends it. */
export function keepBusy(): () => void {
  const busy = setInterval(() => {
    const until = performance.now() + 2
    while (performance.now() < until);
  }, 10)
  return () => clearInterval(busy)
}
