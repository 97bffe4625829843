import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAgainOnceLive } from './ask-again-once-live.ts'
import { useChangesStore } from './changes-store.ts'

let queryClient: QueryClient
let stop: () => void
const { setLiveness } = useChangesStore.getState()

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = askAgainOnceLive(queryClient)
})
afterEach(() => {
  stop()
  queryClient.clear()
  setLiveness('connecting')
})

/** A question of an open page that fails at first with this, and how often it was asked. */
async function ask(key: string, failure: Error) {
  const asked = vi.fn(async () => 'well').mockRejectedValueOnce(failure)
  const observer = new QueryObserver(queryClient, { queryKey: [key], queryFn: asked })
  const leave = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  return { asked, observer, leave }
}

const refused = Object.assign(new Error('There is no such run.'), { data: { apiCode: 'NOT_FOUND' } })

it('asks for what got no answer once the server is back, and for that alone', async () => {
  setLiveness('lost')
  const unanswered = await ask('runs', new TypeError('Failed to fetch'))
  const refusal = await ask('run', refused)
  const left = await ask('left', new TypeError('Failed to fetch'))
  left.leave()
  setLiveness('live')
  await vi.waitFor(() => expect(unanswered.observer.getCurrentResult().data).toBe('well'))
  expect(unanswered.asked).toHaveBeenCalledTimes(2)
  expect(refusal.asked).toHaveBeenCalledTimes(1)
  expect(left.asked).toHaveBeenCalledTimes(1)
  setLiveness('live')
  expect(unanswered.asked).toHaveBeenCalledTimes(2)
})
