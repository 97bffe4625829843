import { describe, expect, it } from 'vitest'
import { tuning } from '../tuning.ts'
import { type Admission, createAdmission } from './admission.ts'

const { runsAlways, fairLaneRuns, fairLaneBatch, appendsUnderWay, claimBatch } = tuning
const IN_MEMORY = 5_000
const payloads = { bytes: 1_000, evenOne: true }

let now = 0
const monotonic = () => now
let pending = 0
const admit = (isBusy: boolean, runsInMemory = IN_MEMORY) =>
  createAdmission({
    runsInMemory,
    payloadBudget: () => payloads,
    isBusy: () => isBusy,
    appendsPending: () => pending,
    monotonic,
  })
const held = (byOwner: Readonly<Record<string, number>>) => {
  const runs = Object.values(byOwner).reduce((sum, each) => sum + each, 0)
  return [runs, new Map(Object.entries(byOwner))] as const
}

describe('the runs that an engine takes', () => {
  it('are as many as fit while it has time, and no more at once than one claim takes', () => {
    const admission = admit(false)
    expect(admission.limit(0)).toEqual({ runs: claimBatch, payloads })
    expect(admission.limit(IN_MEMORY - 1)).toEqual({ runs: 1, payloads })
    expect(admission.limit(IN_MEMORY + 1)).toBeNull()
  })

  it('are no more than keep it busy, while it is', () => {
    const admission = admit(true)
    expect(admission.limit(0)).toEqual({ runs: runsAlways, payloads })
    expect(admission.limit(runsAlways)).toBeNull()
  })

  it('come by the dozen, while it is busy', () => {
    expect(admit(true).limit(runsAlways - 1)).toBeNull()
    expect(admit(true).limit(runsAlways - runsAlways / 8)).toEqual({ runs: runsAlways / 8, payloads })
  })

  const commit = (admission: Admission, ms: number, appends = appendsUnderWay + 1) => {
    pending = appends
    const onAnswer = admission.onCommit()
    now += ms
    pending = 0
    onAnswer()
  }

  it('are no more than that either while many appends wait for their answer', () => {
    const admission = admit(false)
    pending = appendsUnderWay + 1
    expect(admission.limit(runsAlways)).toBeNull()
    pending = 0
    expect(admission.limit(runsAlways)).toEqual({ runs: claimBatch, payloads })
  })

  it('nor while many did for most of the time, and a while after', () => {
    const admission = admit(false)
    for (let flush = 0; flush < 30; flush += 1) {
      commit(admission, 8)
      now += 2
    }
    expect(admission.limit(runsAlways)).toBeNull()
    now += 1_000
    expect(admission.limit(runsAlways)).toEqual({ runs: claimBatch, payloads })
  })

  it('are many where all come at once and the engine has nothing to do in between', () => {
    const admission = admit(false)
    for (let wave = 0; wave < 10; wave += 1) {
      commit(admission, 4)
      commit(admission, 4)
      now += 50
      expect(admission.limit(runsAlways)).toEqual({ runs: claimBatch, payloads })
    }
  })

  it('are many where commits take long and few wait for them', () => {
    const admission = admit(false)
    for (let flush = 0; flush < 30; flush += 1) commit(admission, 10, appendsUnderWay)
    expect(admission.limit(runsAlways)).toEqual({ runs: claimBatch, payloads })
  })

  it('are half as many while somebody with few runs is served beside it, and a while after; for such there is as much room', () => {
    const admission = admit(true)
    admission.onFairLane()
    expect(admission.limit(0)).toEqual({ runs: runsAlways / 2, payloads })
    expect(admission.limit(runsAlways / 2)).toBeNull()
    expect(admission.fairLaneLimit(...held({ big: runsAlways, small: 1 }))).toEqual({
      runs: fairLaneBatch,
      notOf: ['big'],
      payloads,
    })
    now += 2_000
    expect(admission.limit(0)).toEqual({ runs: runsAlways, payloads })
  })

  it('are many again only when half as many appends wait, while somebody with few runs is served', () => {
    const admission = admit(false)
    admission.onFairLane()
    pending = appendsUnderWay / 2 + 1
    expect(admission.limit(runsAlways)).toBeNull()
    pending = 0
    expect(admission.limit(runsAlways)).toEqual({ runs: claimBatch, payloads })
  })

  it('are few where an engine was told to hold few, busy or not', () => {
    expect(admit(true, 10).limit(4)).toEqual({ runs: 6, payloads })
    expect(admit(true, 10).fairLaneLimit(...held({ big: 10 }))).toBeNull()
  })
})

describe('a full engine', () => {
  it('takes a few more of those of whom it holds few', () => {
    expect(admit(true).fairLaneLimit(...held({ big: runsAlways - 1, small: 1 }))).toEqual({
      runs: fairLaneBatch,
      notOf: ['big'],
      payloads,
    })
    expect(admit(true).fairLaneLimit(...held({ big: runsAlways + fairLaneRuns - 1 }))).toEqual({
      runs: 1,
      notOf: ['big'],
      payloads,
    })
  })

  it('takes none where all have few, and none where there is no place left for others', () => {
    const many = Object.fromEntries(Array.from({ length: runsAlways }, (_, owner) => [`owner ${owner}`, 1]))
    expect(admit(true).fairLaneLimit(...held(many))).toBeNull()
    expect(admit(true).fairLaneLimit(...held({ big: runsAlways + fairLaneRuns }))).toBeNull()
  })
})
