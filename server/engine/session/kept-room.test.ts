import { expect, it } from 'vitest'
import { createKeptRooms } from './kept-room.ts'

it('is what is left of the bound, and one run whatever it has while nothing is held', () => {
  let held = 0
  const rooms = createKeptRooms(100, () => held)
  expect(rooms.now()).toEqual({ bytes: 100, evenOne: true })
  held = 30
  expect(rooms.now()).toEqual({ bytes: 70, evenOne: false })
  held = 130
  expect(rooms.now()).toEqual({ bytes: 0, evenOne: false })
})

it('is none once runs were left, until less is held', () => {
  let held = 60
  const rooms = createKeptRooms(100, () => held)
  rooms.onLeft()
  expect(rooms.now()).toEqual({ bytes: 0, evenOne: false })
  held = 50
  expect(rooms.now()).toEqual({ bytes: 50, evenOne: false })
})

it('is never none for good where runs were left and nothing is held', () => {
  const rooms = createKeptRooms(100, () => 0)
  rooms.onLeft()
  expect(rooms.now()).toEqual({ bytes: 100, evenOne: true })
})
