import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepFresh } from './keep-fresh.ts'

it('reads a run again when somebody comes back to it, and not while it is looked at', async () => {
  let reads = 0
  const queryFn = async () => {
    reads += 1
    return { lastSeq: reads, events: [] }
  }
  const client = new QueryClient()
  const look = () => new QueryObserver(client, { queryKey: ['run'], queryFn, ...keepFresh })
  const first = look()
  const leave = first.subscribe(() => undefined)
  await expect.poll(() => first.getCurrentResult().data?.lastSeq).toBe(1)
  leave()
  const second = look()
  const leaveAgain = second.subscribe(() => undefined)
  await expect.poll(() => second.getCurrentResult().data?.lastSeq).toBe(2)
  expect(second.getCurrentResult().isStale).toBe(false)
  leaveAgain()
})
