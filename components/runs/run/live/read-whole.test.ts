import { expect, it } from 'vitest'
import type { RunDetail } from '#components/api/models.ts'
import { type Readers, readWhole } from './read-whole.ts'

const pageSize = 3

/** A run of so many events, and the sequence numbers after which its history was asked for. */
function runOf(lastSeq: number) {
  const asked: number[] = []
  const page = (afterSeq: number) =>
    Array.from({ length: Math.min(pageSize, lastSeq - afterSeq) }, (_, index) => ({ seq: afterSeq + index + 1 }))
  const client = {
    runs: {
      get: { query: async () => ({ runId: 'r', lastSeq, events: page(0) }) },
      history: {
        query: async ({ afterSeq }: { afterSeq: number }) => {
          asked.push(afterSeq)
          return { events: page(afterSeq) }
        },
      },
    },
  } as unknown as Readers
  const read = (known?: RunDetail) => readWhole(client, 'r', known, new AbortController().signal)
  return { read, asked }
}

const numbers = ({ events }: RunDetail) => events.map(({ seq }) => seq)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

it.each([0, 2, 3, 4, 6, 10])('is a run with all of its %i events', async (lastSeq) => {
  expect(numbers(await runOf(lastSeq).read())).toEqual(upTo(lastSeq))
})

it('reads no event again that is known', async () => {
  const known = await runOf(8).read()
  const { read, asked } = runOf(12)
  expect(numbers(await read(known))).toEqual(upTo(12))
  expect(asked).toEqual([8, 11])
})
