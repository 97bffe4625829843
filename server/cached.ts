/**
 * A cache for one expensive query. The answer expires after `keepMs`, or after `times` as long as the query took if
 * that is longer. The query's share of one connection therefore stays bounded, regardless of the number of callers and
 * the size of the tables. Concurrent callers share one query; an error is not cached.
 */
export function cached<Answer>(keepMs: number, ask: () => Promise<Answer>, times = 50): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null
  let until = 0
  return () => {
    if (answer && performance.now() < until) return answer
    until = Number.POSITIVE_INFINITY
    const askedAt = performance.now()
    const asked = ask()
    answer = asked
    asked.then(
      () => {
        const now = performance.now()
        until = now + Math.max(keepMs, times * (now - askedAt))
      },
      () => {
        if (answer === asked) answer = null
      },
    )
    return asked
  }
}
