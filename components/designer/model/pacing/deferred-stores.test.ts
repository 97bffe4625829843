import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { Deferral } from './deferred-stores.ts'

function world() {
  let painted: (() => void) | null = null
  const deferral = new Deferral((perform) => {
    painted = perform
    return () => {
      painted = null
    }
  })
  const [text, selected] = [createStore(() => 'before'), createStore(() => 1)]
  const [seenText, seenSelected] = [deferral.deferred(text), deferral.deferred(selected)]
  return {
    deferral,
    text,
    selected,
    seenText,
    seenSelected,
    paint: () => painted?.(),
    isWaiting: () => painted !== null,
  }
}

test('deferred stores show changes at once, unless they are deferred until a frame is painted', () => {
  const { deferral, text, selected, seenText, seenSelected, paint } = world()
  const told = vi.fn()
  const stop = seenText.subscribe(told)
  text.setState('typed', true)
  expect(seenText.getState()).toBe('typed')
  expect(told).toHaveBeenLastCalledWith('typed', 'before')
  expect(deferral.state).toBe('current')
  deferral.defer()
  deferral.defer()
  expect(deferral.state).toBe('behind')
  text.setState('added', true)
  selected.setState(2, true)
  expect([seenText.getState(), seenSelected.getState()]).toEqual(['typed', 1])
  paint()
  expect(deferral.state).toBe('current')
  expect([seenText.getState(), seenSelected.getState()]).toEqual(['added', 2])
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  text.setState('more', true)
  expect(told).toHaveBeenCalledTimes(2)
  expect(seenText.getInitialState()).toBe('before')
})

test('an interaction finds deferred stores up to date', () => {
  const { deferral, text, seenText, paint, isWaiting } = world()
  deferral.catchUp()
  deferral.defer()
  text.setState('added', true)
  deferral.catchUp()
  expect(seenText.getState()).toBe('added')
  expect(isWaiting()).toBe(false)
  paint()
})
