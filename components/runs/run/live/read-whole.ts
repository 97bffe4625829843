import type { RunDetail, RunUpdate } from '#components/api/models.ts'
import type { useApiClient } from '#components/api/trpc.ts'

type Runs = ReturnType<typeof useApiClient>['runs']

export interface Readers {
  readonly runs: { readonly get: Pick<Runs['get'], 'query'>; readonly history: Pick<Runs['history'], 'query'> }
}

/**
 * Pages of a long history. The answer about a run has the first page; the other pages follow, up to the answer's last
 * event.
 */
export async function* restOf(
  client: { readonly runs: Pick<Readers['runs'], 'history'> },
  { runId, lastSeq }: RunDetail,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<RunUpdate> {
  let seq = afterSeq
  while (seq < lastSeq && !signal.aborted) {
    const update = await client.runs.history.query({ runId, afterSeq: seq }, { signal })
    const last = update.events.at(-1)
    if (!last) return
    seq = last.seq
    yield update
  }
}

/** A run with its whole history. Of the cached data only the first page is read again: events never change. */
export async function readWhole(
  client: Readers,
  runId: string,
  known: RunDetail | undefined,
  signal: AbortSignal,
): Promise<RunDetail> {
  const detail = await client.runs.get.query({ runId }, { signal })
  if (detail.events.length >= detail.lastSeq) return detail
  const events = [...(known && known.events.length > detail.events.length ? known.events : detail.events)]
  for await (const update of restOf(client, detail, events.length, signal)) {
    for (const event of update.events) events.push(event)
  }
  return { ...detail, events }
}
