import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '../actor.ts'
import { createStreams } from './streams.ts'

async function* endless() {
  for (let item = 0; ; item += 1) yield item
}

describe('the live streams of one person', () => {
  it('are refused beyond their bound, and taken again when one has ended', async () => {
    const streams = createStreams()
    const open = Array.from({ length: limits.live.subscriptionsPerActor }, () => streams.hold(localActor, endless()))
    for (const stream of open) expect((await stream.next()).value).toBe(0)
    await expect(streams.hold(localActor, endless()).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await streams.hold({ ...localActor, id: 'ana' }, endless()).next()).value).toBe(0)
    await open[0]?.return(undefined)
    expect((await streams.hold(localActor, endless()).next()).value).toBe(0)
  })
})
