import { beforeEach, describe, expect, it } from 'vitest'
import { isChosen, useSelection } from './selection-store.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const selection = () => useSelection.getState()
const chosen = () => [...selection().chosen].sort()

describe('the selection of runs', () => {
  beforeEach(() => selection().clear())

  it('takes a run in and leaves it again', () => {
    selection().toggle('b')
    selection().toggle('d')
    expect(chosen()).toEqual(['b', 'd'])
    selection().toggle('b')
    expect(chosen()).toEqual(['d'])
  })

  it('takes in or leaves a range from the last one, in either direction', () => {
    selection().toggle('d')
    selection().toggle('b', rows)
    expect(chosen()).toEqual(['b', 'c', 'd'])
    selection().toggle('d', rows)
    expect(chosen()).toEqual([])
  })

  it('takes one when nothing stands where the range would begin', () => {
    selection().toggle('c', rows)
    expect(chosen()).toEqual(['c'])
    selection().toggle('gone')
    selection().toggle('e', rows)
    expect(chosen()).toEqual(['c', 'e', 'gone'])
  })

  it('is all of the list but for what is left out of it, one by one or as a range', () => {
    selection().toggle('b')
    selection().chooseWhole()
    expect(rows.filter((row) => isChosen(selection(), row))).toEqual(rows)
    expect(isChosen(selection(), 'not read yet')).toBe(true)
    selection().toggle('b')
    selection().toggle('d', rows)
    expect(rows.filter((row) => isChosen(selection(), row))).toEqual(['a', 'e'])
    selection().toggle('c')
    expect(rows.filter((row) => isChosen(selection(), row))).toEqual(['a', 'c', 'e'])
    selection().choose(['b'])
    expect(rows.filter((row) => isChosen(selection(), row))).toEqual(['b'])
    selection().chooseWhole()
    selection().clear()
    expect(rows.filter((row) => isChosen(selection(), row))).toEqual([])
  })

  it('is replaced and emptied at once', () => {
    selection().choose(rows)
    expect(chosen()).toEqual(rows)
    selection().clear()
    expect(chosen()).toEqual([])
  })
})
