/** Keeps this process busy like an engine that has work: throttled threads are stopped meanwhile. Returns the end of it. */
export function keepBusy(): () => void {
  const busy = setInterval(() => {
    const until = performance.now() + 2
    while (performance.now() < until);
  }, 10)
  return () => clearInterval(busy)
}
