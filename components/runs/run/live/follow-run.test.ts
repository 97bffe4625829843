import { afterEach, expect, it, vi } from 'vitest'
import type { RunDetail } from '#components/api/models.ts'
import { followRun } from './follow-run.ts'

afterEach(() => vi.unstubAllGlobals())

const detail = { runId: 'r', status: 'ACTIVE', lastSeq: 0, events: [] } as unknown as RunDetail

interface Handlers {
  onConnectionStateChange(change: { readonly state: string; readonly error: null }): void
}

/** A client whose streams open at once. */
function streaming() {
  let open = 0
  const client = {
    runs: {
      history: { query: () => Promise.reject(new Error('there is nothing to read')) },
      watch: {
        subscribe: (_: unknown, handlers: Handlers) => {
          open += 1
          handlers.onConnectionStateChange({ state: 'pending', error: null })
          return { unsubscribe: () => (open -= 1) }
        },
      },
    },
  } as unknown as Parameters<typeof followRun>[1]
  return { client, open: () => open }
}

it('says that it streams while it does, and no longer', async () => {
  vi.stubGlobal('navigator', {})
  const { client, open } = streaming()
  const said: boolean[] = []
  const stop = followRun(detail, client, {
    draw: () => undefined,
    streams: (is) => said.push(is),
    gap: () => undefined,
  })
  await expect.poll(open).toBe(1)
  expect(said).toEqual([true])
  stop()
  expect(open()).toBe(0)
  expect(said).toEqual([true, false])
})

it('has the run read again when the database has lost events that were drawn', async () => {
  vi.stubGlobal('navigator', {})
  let gaps = 0
  const { client } = streaming()
  client.runs.watch.subscribe = ((_: unknown, handlers: Handlers & { onData(item: { data: unknown }): void }) => {
    handlers.onConnectionStateChange({ state: 'pending', error: null })
    handlers.onData({ data: { events: [], summary: detail, anew: true } })
    return { unsubscribe: () => undefined }
  }) as never
  const stop = followRun(detail, client, {
    draw: () => undefined,
    streams: () => undefined,
    gap: () => {
      gaps += 1
    },
  })
  await expect.poll(() => gaps).toBe(1)
  stop()
})

it('reads a run again whose stream says that it is gone, and opens no further stream', async () => {
  vi.stubGlobal('navigator', {})
  let gaps = 0
  let opened = 0
  const said: boolean[] = []
  const { client } = streaming()
  client.runs.watch.subscribe = ((_: unknown, handlers: Handlers & { onError(error: unknown): void }) => {
    opened += 1
    handlers.onConnectionStateChange({ state: 'pending', error: null })
    const gone = Object.assign(new Error('The run was removed.'), { data: { apiCode: 'NOT_FOUND' } })
    queueMicrotask(() => handlers.onError(gone))
    return { unsubscribe: () => undefined }
  }) as never
  const stop = followRun(detail, client, {
    draw: () => undefined,
    streams: (is) => said.push(is),
    gap: () => {
      gaps += 1
    },
  })
  await expect.poll(() => gaps).toBe(1)
  expect([opened, said]).toEqual([1, [true, false]])
  stop()
})
