/** The delay after that many attempts, with ±20 %: deliveries that failed together do not come back together. */
export function backOff(retryMs: readonly number[], attempts: number): number {
  const ms = retryMs[Math.min(attempts, retryMs.length) - 1] ?? 0
  return Math.round(ms * (0.8 + Math.random() * 0.4))
}
