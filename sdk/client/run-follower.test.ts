import { describe, expect, it } from 'vitest'
import { HeddleClient } from './heddle-client.ts'
import { RunFollower } from './run-follower.ts'
import { eventOf, eventText, fakeServer, streamOf } from './testing/fake-server.ts'
import type { DomainEvent } from './types.ts'

const baseUrl = 'http://heddle.test'
const outputs = [{ variant_index: 0, status: 'completed', output: 1 }]
const read = (status: string) => () =>
  Response.json({ run_id: 'r', status, outputs: status === 'completed' ? outputs : [], error: null })
const stream = (events: readonly DomainEvent[]) => () =>
  new Response(streamOf(events.map((event) => new TextEncoder().encode(eventText(event)))))

function followerOf(answers: Parameters<typeof fakeServer>[0]) {
  const { asked, fetch } = fakeServer(answers)
  const follower = new RunFollower(new HeddleClient({ baseUrl, fetch }), 'r', false)
  let shown = 0
  follower.subscribe(() => {
    shown += 1
  })
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const stop = follower.subscribe(() => {
        if (!holds()) return
        stop()
        resolve()
      })
    })
  return { follower, asked, until, shown: () => shown }
}

describe('public-run 15: a followed run', () => {
  it('shows 10,000 events in at most 60 changes, all of them', async () => {
    const events = Array.from({ length: 9_999 }, (_, index) => eventOf(index + 1, 'workflow.node.progress', 'A'))
    const all = [...events, eventOf(10_000, 'workflow.run.completed')]
    const { follower, until, shown } = followerOf([read('running'), stream(all), read('completed')])
    const close = follower.open()
    await until(() => follower.current.run?.status === 'completed')
    expect(follower.current.events.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq))
    expect(follower.current).toMatchObject({ status: 'completed', isLive: false, error: null, outputs })
    expect(shown()).toBeLessThanOrEqual(60)
    close()
  })

  it('counts steps by their last events, and names the active ones', async () => {
    const { follower, until } = followerOf([
      read('running'),
      stream([
        eventOf(1, 'workflow.run.started'),
        eventOf(2, 'workflow.node.started', 'A'),
        eventOf(3, 'workflow.node.started', 'B'),
        eventOf(4, 'workflow.node.progress', 'B'),
        eventOf(5, 'workflow.node.completed', 'A'),
        eventOf(6, 'workflow.node.skipped', 'C'),
        eventOf(7, 'workflow.node.failed', 'D'),
        eventOf(8, 'workflow.run.waiting'),
      ]),
    ])
    const close = follower.open()
    await until(() => follower.current.status === 'waiting')
    const { progress } = follower.current
    expect(progress).toMatchObject({ completed: 1, skipped: 1, failed: 1, active: ['B'], latest: { seq: 4 } })
    expect(follower.current.isLive).toBe(true)
    close()
  })

  it('goes on behind the last event when it is opened again, as in a component that React mounts twice', async () => {
    const first = eventOf(1, 'workflow.run.started')
    const { follower, asked, until } = followerOf([
      read('running'),
      stream([first]),
      read('running'),
      stream([eventOf(2, 'workflow.run.completed')]),
      read('completed'),
    ])
    const close = follower.open()
    await until(() => follower.current.events.length === 1)
    close()
    const again = follower.open()
    await until(() => follower.current.status === 'completed' && follower.current.run?.status === 'completed')
    expect(follower.current.events.map(({ id }) => id)).toEqual(['e1', 'e2'])
    expect(
      asked.filter(({ url }) => url.pathname.endsWith('/events')).map(({ headers }) => headers.get('last-event-id')),
    ).toEqual([null, 'e1'])
    again()
  })

  it('says how a run failed, and why it cannot be followed', async () => {
    const failed = followerOf([read('failed'), () => new Response(null, { status: 204 }), read('failed')])
    const close = failed.follower.open()
    await failed.until(() => failed.follower.current.error !== null)
    expect(failed.follower.current).toMatchObject({ error: { name: 'RunFailedError' }, isLive: false })
    close()
    const unknown = followerOf([() => Response.json({ error: { code: 'NOT_FOUND', message: 'No.' } }, { status: 404 })])
    const closeUnknown = unknown.follower.open()
    await unknown.until(() => unknown.follower.current.error !== null)
    expect(unknown.follower.current.error).toMatchObject({ code: 'NOT_FOUND' })
    closeUnknown()
  })
})
