import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { createStreams } from './streams.ts'

async function* endless() {
  for (let item = 0; ; item += 1) yield item
}

describe('the live streams of one person', () => {
  it('are refused beyond their bound, and taken again when one has ended (ASVS 2.3.2)', async () => {
    const streams = createStreams()
    const open = Array.from({ length: limits.live.subscriptionsPerActor }, () => streams.hold(localActor, endless()))
    for (const stream of open) expect((await stream.next()).value).toBe(0)
    await expect(streams.hold(localActor, endless()).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await streams.hold({ ...localActor, id: 'ana' }, endless()).next()).value).toBe(0)
    await open[0]?.return(undefined)
    expect((await streams.hold(localActor, endless()).next()).value).toBe(0)
  })

  it('are counted for the person who asks, whomever they act as, and not for others of the same id', async () => {
    const streams = createStreams()
    const as = (id: string) => streams.hold({ ...localActor, id, principalId: 'local' }, endless()).next()
    for (let open = 0; open < limits.live.subscriptionsPerActor; open += 1) await as(`person-${open % 3}`)
    await expect(as('one-more')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(streams.hold(localActor, endless()).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await streams.hold({ ...localActor, ownerId: 'beta' }, endless()).next()).value).toBe(0)
  })

  it('are bounded for all people of an owner together (ASVS 2.3.2)', async () => {
    const streams = createStreams()
    const of = (person: number) => streams.hold({ ...localActor, id: `person-${person}` }, endless())
    const open = Array.from({ length: limits.live.subscriptionsPerOwner }, (_, count) => of(count % 10))
    for (const stream of open) await stream.next()
    await expect(of(11).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await streams.hold({ ...localActor, ownerId: 'beta' }, endless()).next()).value).toBe(0)
    await open[0]?.return(undefined)
    expect((await of(11).next()).value).toBe(0)
  })
})
