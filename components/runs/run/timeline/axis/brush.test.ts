import { expect, it } from 'vitest'
import { beginPull, pulled } from './brush.ts'

const window = { left: 100, right: 200 }
const pull = (from: number, to: number, chosen: typeof window | null = window) =>
  pulled(beginPull(from, chosen), to, 500)

it('a pull over the strip chooses a part of it, in either direction, and no further than its ends', () => {
  expect(pull(50, 90, null)).toEqual({ left: 50, right: 90 })
  expect(pull(90, 50, null)).toEqual({ left: 50, right: 90 })
  expect(pull(300, 900)).toEqual({ left: 300, right: 500 })
})

it('the window is moved as a whole, and stays on the strip', () => {
  expect(pull(150, 180)).toEqual({ left: 130, right: 230 })
  expect(pull(150, -900)).toEqual({ left: 0, right: 100 })
  expect(pull(150, 900)).toEqual({ left: 400, right: 500 })
})

it('each edge is moved alone, and never past the other', () => {
  expect(pull(102, 60)).toEqual({ left: 60, right: 200 })
  expect(pull(198, 260)).toEqual({ left: 100, right: 260 })
  expect(pull(102, 400)).toEqual({ left: 196, right: 200 })
  expect(pull(198, 0)).toEqual({ left: 100, right: 104 })
})

it('a press alone chooses nothing', () => {
  expect(pull(300, 302)).toBeNull()
})
