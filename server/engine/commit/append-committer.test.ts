import { expect, test } from 'vitest'
import { someAppend } from '#proof/testing/appends.ts'
import { tuning } from '../tuning.ts'
import { localClock } from '../world/local-clock.ts'
import type { Append, Appended } from './append.ts'
import { createAppendCommitter } from './append-committer.ts'

test('an owner with few runs does not wait for the batches of one with many', async () => {
  let few = 0
  const slow = Promise.withResolvers<void>()
  const written: { readonly owners: readonly string[]; readonly lane: number }[] = []
  const committer = createAppendCommitter({
    lanes: 3,
    after: localClock.after,
    usesFairLane: (ownerId) => ownerId === 'small',
    onFairLane: () => {
      few += 1
    },
    async write(appends: readonly Append[], lane) {
      written.push({ owners: [...new Set(appends.map(({ ownerId }) => ownerId))], lane })
      if (lane < 2) await slow.promise
      return appends.map((): Appended => ({ kind: 'committed', owned: true, mailSeq: 0 }))
    },
    onRetry: () => undefined,
  })
  const append = (ownerId: string, run: number) => someAppend(`${ownerId}-${run}`, 4, { ownerId })
  const others = Array.from({ length: 300 }, (_, run) => committer.commit(append('big', run)))
  for (let step = 0; step < 5; step += 1) await committer.commit(append('small', 0))
  expect(written.filter(({ lane }) => lane === 2)).toEqual(Array(5).fill({ owners: ['small'], lane: 2 }))
  expect(few).toBe(5)
  await expect.poll(() => committer.pending).toBe(300)
  slow.resolve()
  await Promise.all(others)
  expect(written.every(({ owners }) => owners.length === 1)).toBe(true)
  await committer.close()
  expect(committer.pending).toBe(0)
})

test('what an append sends beside its events counts: large ones are not written together', async () => {
  const sizes: number[] = []
  const committer = createAppendCommitter({
    lanes: 2,
    after: localClock.after,
    usesFairLane: () => false,
    onFairLane: () => undefined,
    async write(appends: readonly Append[]) {
      sizes.push(appends.length)
      return appends.map((): Appended => ({ kind: 'committed', owned: true, mailSeq: 0 }))
    },
    onRetry: () => undefined,
  })
  const send = (bytesBeside: number) =>
    Promise.all(Array.from({ length: 20 }, (_, run) => committer.commit(someAppend(`run-${run}`, 4, { bytesBeside }))))
  await send(tuning.committer.bytesPerFlush)
  expect(Math.max(...sizes)).toBe(1)
  await send(0)
  expect(Math.max(...sizes)).toBeGreaterThan(1)
  await committer.close()
})
