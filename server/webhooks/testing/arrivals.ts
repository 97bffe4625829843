import type { Received } from './sink.ts'

/** The kinds of the events of a run in the order in which each first arrived, and the number of ids they came under. */
export function firstArrivals(
  received: readonly Received[],
  runId: string,
): { readonly kinds: readonly string[]; readonly ids: number } {
  const kinds = new Map<number, string>()
  const ids = new Set<string>()
  for (const { body, headers } of received) {
    const { run_id, seq, kind } = JSON.parse(body) as { run_id: string; seq: number; kind: string }
    if (run_id !== runId) continue
    if (!kinds.has(seq)) kinds.set(seq, kind)
    ids.add(String(headers['x-fabric-delivery']))
  }
  return { kinds: [...kinds.values()], ids: ids.size }
}
