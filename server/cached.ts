/**
 * Remembers an answer that costs something. It is asked for again after
 * `keepMs`, or after `times` as long as it took if that is longer: whoever
 * asks, and however large the tables, only that share of one connection goes
 * there. Callers at the same time share one question; an error is not kept.
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
