import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createFollowing } from './deferred-stores.ts'

function world() {
  let painted: (() => void) | null = null
  const following = createFollowing((perform) => {
    painted = perform
    return () => {
      painted = null
    }
  })
  const [text, selected] = [createStore(() => 'before'), createStore(() => 1)]
  const [seenText, seenSelected] = [following.follow(text), following.follow(selected)]
  return {
    following,
    text,
    selected,
    seenText,
    seenSelected,
    paint: () => painted?.(),
    isWaiting: () => painted !== null,
  }
}

test('what is around the canvas sees changes at once, unless they are held back until a frame is painted', () => {
  const { following, text, selected, seenText, seenSelected, paint } = world()
  const told = vi.fn()
  const stop = seenText.subscribe(told)
  text.setState('typed', true)
  expect(seenText.getState()).toBe('typed')
  expect(told).toHaveBeenLastCalledWith('typed', 'before')
  following.hold()
  following.hold()
  text.setState('added', true)
  selected.setState(2, true)
  expect([seenText.getState(), seenSelected.getState()]).toEqual(['typed', 1])
  paint()
  expect([seenText.getState(), seenSelected.getState()]).toEqual(['added', 2])
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  text.setState('more', true)
  expect(told).toHaveBeenCalledTimes(2)
  expect(seenText.getInitialState()).toBe('before')
})

test('whoever turns to it finds all of it', () => {
  const { following, text, seenText, paint, isWaiting } = world()
  following.catchUp()
  following.hold()
  text.setState('added', true)
  following.catchUp()
  expect(seenText.getState()).toBe('added')
  expect(isWaiting()).toBe(false)
  paint()
})
