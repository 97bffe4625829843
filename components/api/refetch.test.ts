import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useChangesStore } from './changes-store.ts'
import { refetchIfChanged, refetchOnceLive } from './refetch.ts'

describe('refetchOnceLive', () => {
  let queryClient: QueryClient
  let stop: () => void
  const { setLiveness } = useChangesStore.getState()

  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    stop = refetchOnceLive(queryClient)
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
})

describe('refetchIfChanged', () => {
  let queryClient: QueryClient
  let stop: () => void
  beforeEach(() => {
    queryClient = new QueryClient()
    stop = refetchIfChanged(queryClient)
  })
  afterEach(() => {
    stop()
    queryClient.clear()
  })

  /** A question of an open page, whose answers come when they are let go. */
  function ask() {
    const answers: ((answer: string) => void)[] = []
    const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
    const observer = new QueryObserver(queryClient, { queryKey: ['task'], queryFn })
    const leave = observer.subscribe(() => undefined)
    return { queryFn, observer, answers, leave }
  }

  it('asks once more where something changed while the first answer was on its way', async () => {
    const { queryFn, observer, answers, leave } = ask()
    void queryClient.invalidateQueries({ queryKey: ['task'] })
    answers[0]?.('before it')
    await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
    answers[1]?.('after it')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after it'))
    expect(queryFn).toHaveBeenCalledTimes(2)
    leave()
  })

  it('asks no more often than that: neither where nothing changed, nor where a later question is under way', async () => {
    const { queryFn, observer, answers, leave } = ask()
    answers[0]?.('first')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('first'))
    void queryClient.invalidateQueries({ queryKey: ['task'] })
    void queryClient.invalidateQueries({ queryKey: ['task'] })
    const times = queryFn.mock.calls.length
    answers.at(-1)?.('last')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('last'))
    expect(observer.getCurrentResult().isFetching).toBe(false)
    expect(queryFn).toHaveBeenCalledTimes(times)
    leave()
  })

  it('leaves what nobody looks at to whoever looks at it next', async () => {
    const { queryFn, answers, leave } = ask()
    leave()
    void queryClient.invalidateQueries({ queryKey: ['task'] })
    answers[0]?.('before it')
    await vi.waitFor(() => expect(queryClient.getQueryState(['task'])?.isInvalidated).toBe(true))
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})
